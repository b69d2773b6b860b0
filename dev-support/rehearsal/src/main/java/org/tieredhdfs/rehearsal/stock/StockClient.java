package org.tieredhdfs.rehearsal.stock;

import java.util.List;

/** The clients that are tried, by the names of their columns. */
final class StockClient {
  static final String JAVA = "java";
  static final String SHELL = "shell";
  static final String WEBHDFS = "webhdfs";
  static final String HTTP = "http";
  static final String HTTPFS = "httpfs";
  static final String ROUTER = "router";

  /** Those that reach the cluster through a server of their own. */
  static final List<String> THROUGH_GATEWAYS = List.of(HTTPFS, ROUTER);

  private StockClient() {}

  static String title(String client) {
    return switch (client) {
      case JAVA -> "Java API, stock jars, `hdfs://`";
      case SHELL -> "`hdfs dfs`, `hdfs storagepolicies`, `hdfs fsck`, stock jars";
      case WEBHDFS -> "Java API, stock jars, `webhdfs://` of the NameNode and DataNodes";
      case HTTP -> "WebHDFS by plain HTTP, as with curl";
      case HTTPFS ->
          "Java API, stock jars, `webhdfs://` of an HttpFS server with stock jars (the newest published)";
      case ROUTER ->
          "Java API, stock jars, `hdfs://` of a Router with stock jars (the newest published)";
      case Matrix.OURS -> "Java API with our jars and the cluster's configuration, to compare with";
      default -> throw new IllegalArgumentException(client);
    };
  }
}
