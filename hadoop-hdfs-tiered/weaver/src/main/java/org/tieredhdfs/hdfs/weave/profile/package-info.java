/** Patches by which a DataNode works with volumes as the profiles of their storage types say. */
@NullMarked
package org.tieredhdfs.hdfs.weave.profile;

import org.jspecify.annotations.NullMarked;
