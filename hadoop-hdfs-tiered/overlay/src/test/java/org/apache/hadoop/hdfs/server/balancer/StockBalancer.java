package org.apache.hadoop.hdfs.server.balancer;

import org.apache.hadoop.util.Tool;

/** Gives Hadoop's command {@code hdfs balancer}, whose class only its package sees. */
public final class StockBalancer {
  private StockBalancer() {}

  public static Tool command() {
    return new Balancer.Cli();
  }
}
