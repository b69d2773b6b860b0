package org.tieredhdfs.mover.work;

import org.apache.hadoop.hdfs.protocol.HdfsLocatedFileStatus;

/**
 * A file from a directory listing, with its blocks and their locations.
 *
 * @param status what was listed
 * @param listedAtNs when, by {@link System#nanoTime()}
 */
public record ListedFile(HdfsLocatedFileStatus status, long listedAtNs) {}
