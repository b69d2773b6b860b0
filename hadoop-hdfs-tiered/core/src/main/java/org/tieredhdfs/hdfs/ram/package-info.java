/** Volumes in memory: whether they really lie there, and what is lost when they forget. */
@NullMarked
package org.tieredhdfs.hdfs.ram;

import org.jspecify.annotations.NullMarked;
