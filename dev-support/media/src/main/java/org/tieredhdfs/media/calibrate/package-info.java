/** Whether devices take the time that their models say. */
@NullMarked
package org.tieredhdfs.media.calibrate;

import org.jspecify.annotations.NullMarked;
