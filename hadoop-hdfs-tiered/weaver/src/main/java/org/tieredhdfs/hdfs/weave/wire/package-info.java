/** The patches of the protocols between NameNode, DataNodes, movers and clients. */
@NullMarked
package org.tieredhdfs.hdfs.weave.wire;

import org.jspecify.annotations.NullMarked;
