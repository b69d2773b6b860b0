/** The Unix-domain socket at which a DataNode accepts writers on its own machine. */
@NullMarked
package org.tieredhdfs.hdfs.datanode.local;

import org.jspecify.annotations.NullMarked;
