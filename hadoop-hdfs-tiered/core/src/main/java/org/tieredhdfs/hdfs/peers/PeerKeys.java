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
          "Whether a Mover, Balancer or storage policy satisfier without the overlay may connect."
              + " It would move blocks to volumes of the alias, against the policy.");

  public static final ConfigKey CARRY_STORAGES =
      ConfigKey.bool(
          "dfs.tiered.writers.carry-storages",
          true,
          "NameNode",
          "Whether block tokens carry the storages chosen for blocks on custom types. If false,"
              + " clients that name no storage may write to the alias.");

  private PeerKeys() {}

  public static List<ConfigKey> all() {
    return List.of(STOCK_MOVERS, CARRY_STORAGES);
  }
}
