package org.tieredhdfs.hdfs.overlay;

import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.NameNodeProxies;
import org.apache.hadoop.hdfs.server.protocol.NamenodeProtocol;

/** What every Mover and Balancer does first, for a class loader of stock Hadoop. */
public final class StockMoverProbe implements UnaryOperator<Map<String, String>> {

  /**
   * Asks for block keys.
   *
   * @param task {@code fs}
   * @return {@code keys}, or {@code refused}
   */
  @Override
  public Map<String, String> apply(Map<String, String> task) {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(StockMoverProbe.class.getClassLoader());
    try {
      URI uri = URI.create(task.getOrDefault("fs", ""));
      NamenodeProtocol nameNode =
          NameNodeProxies.createProxy(new Configuration(), uri, NamenodeProtocol.class).getProxy();
      return Map.of("keys", nameNode.getBlockKeys().toString());
    } catch (IOException e) {
      return Map.of("refused", String.valueOf(e.getMessage()));
    } finally {
      thread.setContextClassLoader(before);
    }
  }
}
