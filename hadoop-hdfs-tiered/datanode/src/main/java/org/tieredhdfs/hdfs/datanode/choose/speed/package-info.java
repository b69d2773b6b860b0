/** Which volume will finish a block first, and which are too slow to take one. */
@NullMarked
package org.tieredhdfs.hdfs.datanode.choose.speed;

import org.jspecify.annotations.NullMarked;
