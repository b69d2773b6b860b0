/** Detects volumes that stall, and keeps other work from waiting for them. */
@NullMarked
package org.tieredhdfs.hdfs.datanode.volume.health;

import org.jspecify.annotations.NullMarked;
