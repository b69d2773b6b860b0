/** Tests of the write path on a cluster of woven classes. */
@NullMarked
package org.tieredhdfs.hdfs.overlay.write;

import org.jspecify.annotations.NullMarked;
