/** The benchmark of moving: Hadoop's Mover, its storage policy satisfier, and ours. */
@NullMarked
package org.tieredhdfs.tools.bench.mover;

import org.jspecify.annotations.NullMarked;
