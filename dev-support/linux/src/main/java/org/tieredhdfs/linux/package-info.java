/**
 * What the Linux kernel says about processes, mounts, loop devices and sockets, and the tools that
 * change them.
 */
@NullMarked
package org.tieredhdfs.linux;

import org.jspecify.annotations.NullMarked;
