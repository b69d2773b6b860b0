/** Guards of a dataset: its locks, its volumes and the threads that watch them. */
@NullMarked
package org.tieredhdfs.hdfs.datanode.guard;

import org.jspecify.annotations.NullMarked;
