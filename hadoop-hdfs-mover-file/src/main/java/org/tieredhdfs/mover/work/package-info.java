/** Processes one file: looks up its blocks, plans, moves and checks the result. */
@NullMarked
package org.tieredhdfs.mover.work;

import org.jspecify.annotations.NullMarked;
