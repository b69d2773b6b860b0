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

  private PeerKeys() {}

  public static List<ConfigKey> all() {
    return List.of(STOCK_MOVERS);
  }
}
