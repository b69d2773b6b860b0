/** The configuration keys of the DataNode. */
@NullMarked
package org.tieredhdfs.hdfs.datanode.conf;

import org.jspecify.annotations.NullMarked;
