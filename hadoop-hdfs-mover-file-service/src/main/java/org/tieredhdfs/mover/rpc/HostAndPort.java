package org.tieredhdfs.mover.rpc;

import java.net.InetSocketAddress;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.net.NetUtils;
import org.tieredhdfs.hdfs.conf.ConfigKey;
import org.tieredhdfs.hdfs.conf.ConfigurationFaultsException;

/** Listen addresses from the configuration. */
public final class HostAndPort {
  private HostAndPort() {}

  /**
   * The address in the value of a key.
   *
   * @throws ConfigurationFaultsException with one sentence if it is none
   */
  public static InetSocketAddress of(ConfigKey key, Configuration conf) {
    String text = key.getText(conf);
    ConfigurationFaultsException refused =
        new ConfigurationFaultsException(
            List.of(key.refusal(text, "HOST:PORT, with port 0 for any free port")));
    try {
      if (text.matches(".+:\\d+")) {
        return NetUtils.createSocketAddr(text);
      }
    } catch (IllegalArgumentException e) {
      refused.addSuppressed(e);
    }
    throw refused;
  }
}
