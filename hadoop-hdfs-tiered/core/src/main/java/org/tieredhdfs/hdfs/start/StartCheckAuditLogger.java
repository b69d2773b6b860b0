package org.tieredhdfs.hdfs.start;

import java.net.InetAddress;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.hdfs.server.namenode.AuditLogger;

/**
 * An entry for {@code dfs.namenode.audit.loggers} that stops a NameNode with stock classes in
 * front; it logs nothing. To be named beside {@code default}.
 *
 * <p>Audit loggers are the only configurable classes that a NameNode creates before it loads its
 * namespace, and whose failure ends it.
 */
public final class StartCheckAuditLogger implements AuditLogger {

  @Override
  public void initialize(Configuration conf) {
    StartCheck.require("NameNode", conf);
  }

  @Override
  public void logAuditEvent(
      boolean succeeded,
      String userName,
      InetAddress address,
      String command,
      String source,
      String destination,
      FileStatus status) {
    // the default logger writes the audit log
  }
}
