/** Patches of what a DataNode makes of volumes of unlike media. */
@NullMarked
package org.tieredhdfs.hdfs.weave.volumes;

import org.jspecify.annotations.NullMarked;
