/** Checks that NameNode and DataNode have the same storage types. */
@NullMarked
package org.tieredhdfs.hdfs.agree;

import org.jspecify.annotations.NullMarked;
