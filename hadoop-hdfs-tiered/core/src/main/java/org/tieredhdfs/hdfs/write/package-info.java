/**
 * What clients do to write with less work: settings, buffers, and sockets whose calls block and are
 * watched.
 */
@NullMarked
package org.tieredhdfs.hdfs.write;

import org.jspecify.annotations.NullMarked;
