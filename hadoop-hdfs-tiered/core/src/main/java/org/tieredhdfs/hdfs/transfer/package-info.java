/** Tracks who reads or writes a block of a DataNode, and cuts them off. */
@NullMarked
package org.tieredhdfs.hdfs.transfer;

import org.jspecify.annotations.NullMarked;
