/** The files of a volume; every call is counted while it runs. */
@NullMarked
package org.tieredhdfs.hdfs.datanode.volume.io;

import org.jspecify.annotations.NullMarked;
