/** Patches of the client's write path: the work per packet, chunk and acknowledgement. */
@NullMarked
package org.tieredhdfs.hdfs.weave.write;

import org.jspecify.annotations.NullMarked;
