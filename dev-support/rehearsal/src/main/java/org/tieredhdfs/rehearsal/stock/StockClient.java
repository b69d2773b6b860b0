package org.tieredhdfs.rehearsal.stock;

import java.util.EnumSet;
import java.util.Set;

/** The clients that are tried, in the order of their columns. */
enum StockClient {
  /** To which all others are compared. */
  OURS("ours", "Java API with this project's jars and the cluster's configuration, for comparison"),
  JAVA("java", "Java API, stock jars, `hdfs://`"),
  SHELL("shell", "`hdfs dfs`, `hdfs storagepolicies`, `hdfs fsck`, stock jars"),
  WEBHDFS("webhdfs", "Java API, stock jars, `webhdfs://` of the NameNode and DataNodes"),
  HTTP("http", "WebHDFS by plain HTTP, as with curl"),
  HTTPFS(
      "httpfs",
      "Java API, stock jars, `webhdfs://` of an HttpFS server with stock jars (the newest published)"),
  ROUTER(
      "router",
      "Java API, stock jars, `hdfs://` of a Router with stock jars (the newest published)"),
  HADOOP2("hadoop2", "Java API, stock jars of Hadoop 2.10, `hdfs://`; names no storage"),
  HADOOP33("hadoop3.3", "Java API, stock jars of Hadoop 3.3, `hdfs://`"),
  GO(
      "go",
      "`github.com/colinmarc/hdfs`, an independent client in Go; names neither storage nor type"),
  RUST("rust", "`hdfs-native`, an independent client in Rust, through its Python binding");

  /** Those that reach the cluster through a server of their own. */
  static final Set<StockClient> THROUGH_GATEWAYS = EnumSet.of(HTTPFS, ROUTER);

  /** Those that have to be given: by a class path, or by a program. */
  static final Set<StockClient> GIVEN = EnumSet.range(HADOOP2, RUST);

  private final String column;
  private final String title;

  StockClient(String column, String title) {
    this.column = column;
    this.title = title;
  }

  String column() {
    return column;
  }

  String title() {
    return title;
  }
}
