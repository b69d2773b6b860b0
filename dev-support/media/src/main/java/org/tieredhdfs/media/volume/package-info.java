/** A file system on a device, and what a power cut leaves of it. */
@NullMarked
package org.tieredhdfs.media.volume;

import org.jspecify.annotations.NullMarked;
