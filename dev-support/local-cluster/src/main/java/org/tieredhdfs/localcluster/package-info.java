/**
 * The local cluster: real HDFS and HBase daemons as processes of this machine.
 *
 * <p>{@link org.tieredhdfs.localcluster.spec.ClusterSpec} says what is wanted, {@link
 * org.tieredhdfs.localcluster.LocalCluster} starts and stops it, {@link
 * org.tieredhdfs.localcluster.ClusterView} looks at one that runs.
 */
@NullMarked
package org.tieredhdfs.localcluster;

import org.jspecify.annotations.NullMarked;
