/** The traffic of a volume: bytes done, open replicas, and time on the device. */
@NullMarked
package org.tieredhdfs.hdfs.datanode.volume.speed;

import org.jspecify.annotations.NullMarked;
