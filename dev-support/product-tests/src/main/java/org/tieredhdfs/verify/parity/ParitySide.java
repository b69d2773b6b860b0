package org.tieredhdfs.verify.parity;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** Whose daemons a schedule is played on. */
public enum ParitySide {
  /** Those of Apache Hadoop, with nothing of ours. */
  APACHE,
  /** The same with overlay, dataset and choice of volumes of this project, with default keys. */
  OURS;

  /** The client's own changes are off on Apache's side: its jars are in this very process. */
  public Map<String, String> clientSettings() {
    Map<String, String> settings = new HashMap<>();
    // clients of one context have the settings of the first of them
    settings.put("dfs.client.context", label());
    if (this == APACHE) {
      settings.put("dfs.tiered.client.write.packet.buffers", "0");
      settings.put("dfs.tiered.client.write.bulk.chunks", "false");
      settings.put("dfs.tiered.client.write.blocking.socket", "false");
      settings.put("dfs.tiered.client.write.buffered.acks", "false");
    }
    return settings;
  }

  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
