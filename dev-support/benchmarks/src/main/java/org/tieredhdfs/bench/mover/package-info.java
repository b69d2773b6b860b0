/** Compares Hadoop's Mover, its storage policy satisfier and the file mover. */
@NullMarked
package org.tieredhdfs.bench.mover;

import org.jspecify.annotations.NullMarked;
