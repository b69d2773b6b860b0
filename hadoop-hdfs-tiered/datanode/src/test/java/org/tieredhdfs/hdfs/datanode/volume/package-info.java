/** Tests of what is known of each volume. */
@NullMarked
package org.tieredhdfs.hdfs.datanode.volume;

import org.jspecify.annotations.NullMarked;
