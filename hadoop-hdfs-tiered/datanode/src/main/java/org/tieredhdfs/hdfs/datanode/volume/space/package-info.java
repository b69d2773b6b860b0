/** The free space of a volume, refreshed by its own thread. */
@NullMarked
package org.tieredhdfs.hdfs.datanode.volume.space;

import org.jspecify.annotations.NullMarked;
