/** Patches of the write path: what a client does for each packet, chunk and acknowledgement. */
@NullMarked
package org.tieredhdfs.hdfs.weave.write;

import org.jspecify.annotations.NullMarked;
