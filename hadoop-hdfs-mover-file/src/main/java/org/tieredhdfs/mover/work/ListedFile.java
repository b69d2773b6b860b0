package org.tieredhdfs.mover.work;

import org.apache.hadoop.hdfs.protocol.HdfsLocatedFileStatus;

/**
 * A file as a listing of its directory had it, with its blocks and where they lie.
 *
 * @param status what was listed
 * @param listedAtNs when, by {@link System#nanoTime()}
 */
public record ListedFile(HdfsLocatedFileStatus status, long listedAtNs) {}
