/** Checks whether devices take the time that their models predict. */
@NullMarked
package org.tieredhdfs.media.calibrate;

import org.jspecify.annotations.NullMarked;
