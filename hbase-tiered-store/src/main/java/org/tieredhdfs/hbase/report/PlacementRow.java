package org.tieredhdfs.hbase.report;

import java.util.SortedMap;
import org.apache.hadoop.fs.StorageType;
import org.tieredhdfs.hbase.FileClass;

/**
 * The files of one class in one family.
 *
 * @param family name of the column family
 * @param fileClass what the files are
 * @param files how many there are
 * @param bytes the bytes of all replicas on each storage type
 * @param bytesOutOfPlace those of them that lie on a type of which the policy asks for fewer
 */
public record PlacementRow(
    String family,
    FileClass fileClass,
    int files,
    SortedMap<StorageType, Long> bytes,
    long bytesOutOfPlace) {}
