/** Measures what clients notice of volumes that hang or are slow. */
@NullMarked
package org.tieredhdfs.bench.failslow;

import org.jspecify.annotations.NullMarked;
