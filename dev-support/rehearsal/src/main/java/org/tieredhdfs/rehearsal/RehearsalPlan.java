package org.tieredhdfs.rehearsal;

import java.nio.file.Path;
import org.tieredhdfs.demo.LoadPlan;

/**
 * The inputs of a rehearsal.
 *
 * @param dir folder of the cluster
 * @param distribution the unpacked archive
 * @param hadoop a Hadoop laid out as in its binary distribution, never changed
 * @param hbase an HBase laid out so
 * @param stockClassPath Hadoop and HBase alone, for the clients
 * @param load what the demo loads
 * @param hasBlockTokens whether DataNodes ask for block tokens
 */
public record RehearsalPlan(
    Path dir,
    Path distribution,
    Path hadoop,
    Path hbase,
    String stockClassPath,
    LoadPlan load,
    boolean hasBlockTokens) {}
