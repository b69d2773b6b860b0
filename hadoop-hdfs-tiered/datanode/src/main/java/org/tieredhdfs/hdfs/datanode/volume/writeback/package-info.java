/** What the devices of volumes have written, by the kernel's counters. */
@NullMarked
package org.tieredhdfs.hdfs.datanode.volume.writeback;

import org.jspecify.annotations.NullMarked;
