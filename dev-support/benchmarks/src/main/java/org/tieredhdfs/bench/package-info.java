/**
 * Benchmarks on real daemons and emulated media: what a hung volume does to the others, and what a
 * choice of volumes makes of unequal ones.
 */
@NullMarked
package org.tieredhdfs.bench;

import org.jspecify.annotations.NullMarked;
