/** The process that serves the devices, and the commands that it takes. */
@NullMarked
package org.tieredhdfs.media.server;

import org.jspecify.annotations.NullMarked;
