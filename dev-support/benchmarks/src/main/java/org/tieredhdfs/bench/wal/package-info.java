/** Measures how the number of replicas in memory affects a write-ahead log. */
@NullMarked
package org.tieredhdfs.bench.wal;

import org.jspecify.annotations.NullMarked;
