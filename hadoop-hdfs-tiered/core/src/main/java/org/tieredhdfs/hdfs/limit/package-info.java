/** Bounds how fast, and by how many at a time, the volumes of a storage type are used. */
@NullMarked
package org.tieredhdfs.hdfs.limit;

import org.jspecify.annotations.NullMarked;
