/** Compares two reports of the same benchmark: what changed beyond chance. */
@NullMarked
package org.tieredhdfs.bench.compare;

import org.jspecify.annotations.NullMarked;
