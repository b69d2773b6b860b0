/** Tests of the state of each volume. */
@NullMarked
package org.tieredhdfs.hdfs.datanode.volume;

import org.jspecify.annotations.NullMarked;
