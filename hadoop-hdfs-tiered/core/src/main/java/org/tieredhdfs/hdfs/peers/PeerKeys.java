package org.tieredhdfs.hdfs.peers;

import java.util.List;
import org.tieredhdfs.hdfs.conf.ConfigKey;

/** The keys for peers without the overlay. */
public final class PeerKeys {

  public static final ConfigKey STOCK_MOVERS =
      ConfigKey.bool(
          "dfs.tiered.stock.movers.allowed",
          false,
          "NameNode",
          "Whether a Mover, Balancer or storage policy satisfier without the overlay"
              + " may connect. They see custom storage types as their aliases, so they would"
              + " move blocks to volumes of the alias, against the policy.");

  public static final ConfigKey CARRY_STORAGES =
      ConfigKey.bool(
          "dfs.tiered.writers.carry-storages",
          true,
          "NameNode",
          "Whether the block token of a block on custom types carries the chosen"
              + " storages to the DataNodes, in the token's service field. If false, a client"
              + " that names no storage writes to volumes of the alias when block tokens are"
              + " off; when they are on, only replacements in its pipeline go there.");

  private PeerKeys() {}

  public static List<ConfigKey> all() {
    return List.of(STOCK_MOVERS, CARRY_STORAGES);
  }
}
