/** Tests of tracking and cutting off the users of a block. */
@NullMarked
package org.tieredhdfs.hdfs.transfer;

import org.jspecify.annotations.NullMarked;
