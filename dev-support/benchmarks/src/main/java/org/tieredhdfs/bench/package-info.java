/**
 * Benchmarks on real daemons and emulated media: how a hung volume affects others, and how well
 * volume choice uses unequal volumes.
 */
@NullMarked
package org.tieredhdfs.bench;

import org.jspecify.annotations.NullMarked;
