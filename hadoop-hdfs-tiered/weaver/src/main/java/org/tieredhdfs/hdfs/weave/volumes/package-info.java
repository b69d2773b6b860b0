/** Patches of how a DataNode treats volumes of different media. */
@NullMarked
package org.tieredhdfs.hdfs.weave.volumes;

import org.jspecify.annotations.NullMarked;
