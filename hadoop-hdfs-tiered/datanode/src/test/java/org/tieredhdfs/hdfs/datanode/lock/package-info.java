/** Tests of the dataset's locks. */
@NullMarked
package org.tieredhdfs.hdfs.datanode.lock;

import org.jspecify.annotations.NullMarked;
