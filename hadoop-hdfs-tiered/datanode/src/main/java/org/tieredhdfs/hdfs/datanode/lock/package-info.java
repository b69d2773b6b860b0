/** Locks of the dataset: one per block id, none that spans volumes. */
@NullMarked
package org.tieredhdfs.hdfs.datanode.lock;

import org.jspecify.annotations.NullMarked;
