/** The DataNode's plug-ins: the dataset and the volume choosing policies. */
@NullMarked
package org.tieredhdfs.hdfs.datanode;

import org.jspecify.annotations.NullMarked;
