/**
 * Volume choice: which volume of a storage type takes a new replica.
 *
 * <p>Two policies for {@code dfs.datanode.fsdataset.volume.choosing.policy} stand on the same three
 * parts: {@link org.tieredhdfs.hdfs.datanode.choose.SpaceBook} knows the free space without asking
 * the file system on the way of a write, {@link org.tieredhdfs.hdfs.datanode.choose.VolumeLoad} is
 * told by a dataset what the volumes are doing, and a {@link
 * org.tieredhdfs.hdfs.datanode.choose.Lineup} holds both for the volumes of one type.
 */
@NullMarked
package org.tieredhdfs.hdfs.datanode.choose;

import org.jspecify.annotations.NullMarked;
