/** The benchmark of how many replicas of a log lie in memory. */
@NullMarked
package org.tieredhdfs.tools.bench.wal;

import org.jspecify.annotations.NullMarked;
