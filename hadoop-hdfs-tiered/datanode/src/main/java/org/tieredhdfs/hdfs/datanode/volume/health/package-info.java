/** Whether a volume answers, and how nothing waits for one that does not. */
@NullMarked
package org.tieredhdfs.hdfs.datanode.volume.health;

import org.jspecify.annotations.NullMarked;
