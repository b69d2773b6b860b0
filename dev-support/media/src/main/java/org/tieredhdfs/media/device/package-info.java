/** An emulated device with the timing of its medium, faults and power loss. */
@NullMarked
package org.tieredhdfs.media.device;

import org.jspecify.annotations.NullMarked;
