/**
 * Volume choice: which volume of a storage type takes a new replica.
 *
 * <p>Two policies for {@code dfs.datanode.fsdataset.volume.choosing.policy} stand on what the
 * dataset counts of each volume ({@link org.tieredhdfs.hdfs.datanode.volume.speed.VolumeTraffic})
 * and on a {@link org.tieredhdfs.hdfs.datanode.choose.space.VolumeCandidates} of the volumes of one
 * type.
 */
@NullMarked
package org.tieredhdfs.hdfs.datanode.choose;

import org.jspecify.annotations.NullMarked;
