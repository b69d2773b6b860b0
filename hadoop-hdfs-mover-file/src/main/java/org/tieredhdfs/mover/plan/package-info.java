/** Planning of moves: pure logic over models of block, nodes and policy, without any I/O. */
@NullMarked
package org.tieredhdfs.mover.plan;

import org.jspecify.annotations.NullMarked;
