/** How NameNode and DataNode make sure that a storage type is the same to both of them. */
@NullMarked
package org.tieredhdfs.hdfs.agree;

import org.jspecify.annotations.NullMarked;
