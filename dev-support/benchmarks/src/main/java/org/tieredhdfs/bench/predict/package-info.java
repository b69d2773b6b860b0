/** Predicts the throughput of a mix of media from that of each medium alone. */
@NullMarked
package org.tieredhdfs.bench.predict;

import org.jspecify.annotations.NullMarked;
