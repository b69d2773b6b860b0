/** The Unix-domain socket at which a DataNode takes writers of its machine. */
@NullMarked
package org.tieredhdfs.hdfs.datanode.local;

import org.jspecify.annotations.NullMarked;
