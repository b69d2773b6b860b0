/** Images of the namespace: where the newest is, and what stands in it. */
@NullMarked
package org.tieredhdfs.hdfs.image;

import org.jspecify.annotations.NullMarked;
