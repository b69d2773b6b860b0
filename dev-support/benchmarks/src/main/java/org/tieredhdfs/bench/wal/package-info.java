/** The benchmark of how many replicas of a log lie in memory. */
@NullMarked
package org.tieredhdfs.bench.wal;

import org.jspecify.annotations.NullMarked;
