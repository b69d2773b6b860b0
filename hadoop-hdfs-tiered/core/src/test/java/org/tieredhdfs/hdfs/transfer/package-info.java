/** Tests of who reads or writes a block, and of how they are dropped. */
@NullMarked
package org.tieredhdfs.hdfs.transfer;

import org.jspecify.annotations.NullMarked;
