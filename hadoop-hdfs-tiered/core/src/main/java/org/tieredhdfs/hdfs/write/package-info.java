/**
 * The client's side of the write path: settings, buffers, and sockets with blocking calls and a
 * watchdog.
 */
@NullMarked
package org.tieredhdfs.hdfs.write;

import org.jspecify.annotations.NullMarked;
