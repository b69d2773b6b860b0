/** A device that takes the time of its medium, has faults and loses power. */
@NullMarked
package org.tieredhdfs.media.device;

import org.jspecify.annotations.NullMarked;
