package org.tieredhdfs.hdfs.peers;

import java.util.List;
import org.tieredhdfs.hdfs.conf.ConfigKey;

/** The keys of what peers with stock jars are allowed. */
public final class PeerKeys {

  public static final ConfigKey STOCK_MOVERS =
      ConfigKey.bool(
          "dfs.tiered.stock.movers.allowed",
          false,
          "NameNode",
          "Whether Mover, Balancer and storage policy satisfier with stock jars are served. They"
              + " take a custom storage type for its alias, so that Mover brings blocks to volumes"
              + " of the alias that the policy does not want.");

  public static final ConfigKey CARRY_STORAGES =
      ConfigKey.bool(
          "dfs.tiered.writers.carry-storages",
          true,
          "NameNode",
          "Whether block tokens for writers of blocks on custom types tell the DataNodes, in the"
              + " token's service, which storages were chosen. Without it, a client that names no"
              + " storage writes to volumes of the alias if block tokens are off; if they are on,"
              + " only its replacements go there.");

  private PeerKeys() {}

  public static List<ConfigKey> all() {
    return List.of(STOCK_MOVERS, CARRY_STORAGES);
  }
}
