/** Patches of how a DataNode receives blocks. */
@NullMarked
package org.tieredhdfs.hdfs.weave.receive;

import org.jspecify.annotations.NullMarked;
