/** The state of each volume: operations in flight, health, space, metrics. */
@NullMarked
package org.tieredhdfs.hdfs.datanode.volume;

import org.jspecify.annotations.NullMarked;
