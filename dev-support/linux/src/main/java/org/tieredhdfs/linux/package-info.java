/**
 * Reads processes, mounts, loop devices and sockets from the Linux kernel, and runs the tools that
 * change them.
 */
@NullMarked
package org.tieredhdfs.linux;

import org.jspecify.annotations.NullMarked;
