/** Which volumes of a storage type have room for a block, and whose turn it is. */
@NullMarked
package org.tieredhdfs.hdfs.datanode.choose.space;

import org.jspecify.annotations.NullMarked;
