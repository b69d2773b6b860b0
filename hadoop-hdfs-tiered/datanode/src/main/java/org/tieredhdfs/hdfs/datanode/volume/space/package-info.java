/** What is free on a volume, asked for by a thread of its own. */
@NullMarked
package org.tieredhdfs.hdfs.datanode.volume.space;

import org.jspecify.annotations.NullMarked;
