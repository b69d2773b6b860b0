/** A file system on an emulated device, and its content after a power cut. */
@NullMarked
package org.tieredhdfs.media.volume;

import org.jspecify.annotations.NullMarked;
