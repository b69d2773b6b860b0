/** The patches of what goes over the wire between NameNode, DataNodes, movers and clients. */
@NullMarked
package org.tieredhdfs.hdfs.weave.wire;

import org.jspecify.annotations.NullMarked;
