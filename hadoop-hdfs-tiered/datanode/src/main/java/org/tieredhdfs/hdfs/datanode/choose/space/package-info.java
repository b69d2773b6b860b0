/** Which volumes of a storage type have room for a block, and which is next in turn. */
@NullMarked
package org.tieredhdfs.hdfs.datanode.choose.space;

import org.jspecify.annotations.NullMarked;
