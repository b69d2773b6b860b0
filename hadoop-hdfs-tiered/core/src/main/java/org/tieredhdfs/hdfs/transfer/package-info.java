/** Who reads or writes a block of a DataNode at the moment, and how they are dropped. */
@NullMarked
package org.tieredhdfs.hdfs.transfer;

import org.jspecify.annotations.NullMarked;
