/** Patches that make a DataNode work with volumes as their execution profiles say. */
@NullMarked
package org.tieredhdfs.hdfs.weave.profile;

import org.jspecify.annotations.NullMarked;
