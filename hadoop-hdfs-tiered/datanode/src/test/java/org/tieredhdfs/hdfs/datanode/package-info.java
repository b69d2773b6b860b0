/** Tests of what of ours a DataNode plugs in. */
@NullMarked
package org.tieredhdfs.hdfs.datanode;

import org.jspecify.annotations.NullMarked;
