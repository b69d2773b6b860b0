/** Tests of the DataNode's plug-ins. */
@NullMarked
package org.tieredhdfs.hdfs.datanode;

import org.jspecify.annotations.NullMarked;
