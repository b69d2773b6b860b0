/** Tests of the client's side of the write path. */
@NullMarked
package org.tieredhdfs.hdfs.write;

import org.jspecify.annotations.NullMarked;
