/** What a volume has done, what is open on it, and how long its device took. */
@NullMarked
package org.tieredhdfs.hdfs.datanode.volume.speed;

import org.jspecify.annotations.NullMarked;
