/**
 * The local cluster: real HDFS and HBase daemons as processes of this machine.
 *
 * <p>{@link org.tieredhdfs.tools.cluster.ClusterSpec} says what is wanted, {@link
 * org.tieredhdfs.tools.cluster.LocalCluster} starts and stops it, {@link
 * org.tieredhdfs.tools.cluster.ClusterView} looks at one that runs.
 */
@NullMarked
package org.tieredhdfs.tools.cluster;

import org.jspecify.annotations.NullMarked;
