/** Waits of tests: for a condition, never for a fixed time. */
@NullMarked
package org.tieredhdfs.waits;

import org.jspecify.annotations.NullMarked;
