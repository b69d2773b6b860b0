package org.tieredhdfs.hdfs.health;

/**
 * That a NameNode avoids a volume, and how far it goes.
 *
 * @param isTarget whether it may still get new replicas: there are too few others
 * @param isReplaced whether its replicas no longer count, so that their blocks are re-replicated
 * @param sinceMs since when it has been avoided without a break
 */
public record Exclusion(boolean isTarget, boolean isReplaced, long sinceMs) {}
