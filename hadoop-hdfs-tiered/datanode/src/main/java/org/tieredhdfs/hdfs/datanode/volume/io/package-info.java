/** The files of a volume, with every call counted in and out at the volume. */
@NullMarked
package org.tieredhdfs.hdfs.datanode.volume.io;

import org.jspecify.annotations.NullMarked;
