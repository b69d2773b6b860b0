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
  static final String HADOOP2 = "hadoop2";
  static final String HADOOP33 = "hadoop3.3";
  static final String GO = "go";
  static final String RUST = "rust";

  /** Those that reach the cluster through a server of their own. */
  static final List<String> THROUGH_GATEWAYS = List.of(HTTPFS, ROUTER);

  /** Those that have to be given: by a class path, or by a program. */
  static final List<String> GIVEN = List.of(HADOOP2, HADOOP33, GO, RUST);

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
      case HADOOP2 -> "Java API, stock jars of Hadoop 2.10, `hdfs://`; names no storage";
      case HADOOP33 -> "Java API, stock jars of Hadoop 3.3, `hdfs://`";
      case GO ->
          "`github.com/colinmarc/hdfs`, an independent client in Go; names neither storage nor type";
      case RUST -> "`hdfs-native`, an independent client in Rust, through its Python binding";
      case Matrix.OURS ->
          "Java API with this project's jars and the cluster's configuration, for comparison";
      default -> throw new IllegalArgumentException(client);
    };
  }
}
