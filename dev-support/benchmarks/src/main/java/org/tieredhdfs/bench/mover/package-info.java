/** The benchmark of moving: Hadoop's Mover, its storage policy satisfier, and ours. */
@NullMarked
package org.tieredhdfs.bench.mover;

import org.jspecify.annotations.NullMarked;
