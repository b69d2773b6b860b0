/** Predicts what a mix of media does from what each medium does alone. */
@NullMarked
package org.tieredhdfs.bench.predict;

import org.jspecify.annotations.NullMarked;
