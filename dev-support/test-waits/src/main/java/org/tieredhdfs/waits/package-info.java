/** How tests wait for a condition, never for a time. */
@NullMarked
package org.tieredhdfs.waits;

import org.jspecify.annotations.NullMarked;
