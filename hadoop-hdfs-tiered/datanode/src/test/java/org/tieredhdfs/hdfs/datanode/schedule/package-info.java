/** Tests that explore the schedules of threads, instead of waiting for the rare ones. */
@NullMarked
package org.tieredhdfs.hdfs.datanode.schedule;

import org.jspecify.annotations.NullMarked;
