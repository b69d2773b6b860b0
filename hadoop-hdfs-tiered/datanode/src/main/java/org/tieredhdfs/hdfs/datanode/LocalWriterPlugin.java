package org.tieredhdfs.hdfs.datanode;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import javax.management.ObjectName;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.LocalWriterServer;
import org.apache.hadoop.metrics2.util.MBeans;
import org.apache.hadoop.util.ServicePlugin;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.hdfs.datanode.local.LocalWriters;
import org.tieredhdfs.hdfs.write.DomainSocketPath;
import org.tieredhdfs.hdfs.write.WritePathKeys;

/**
 * A plug-in for {@code dfs.datanode.plugins} that accepts local writers on a Unix-domain socket, if
 * {@link WritePathKeys#DOMAIN_SOCKET_PATH} is set.
 *
 * <p>What the path lacks is found by the check at start, which stops the DataNode. If the socket
 * cannot be had all the same, the DataNode says so and serves over TCP.
 */
public final class LocalWriterPlugin implements ServicePlugin {
  private static final Logger LOG = LoggerFactory.getLogger(LocalWriterPlugin.class);

  private @Nullable LocalWriterServer server;
  private @Nullable ObjectName bean;

  @Override
  public synchronized void start(Object service) {
    DataNode dataNode = (DataNode) service;
    String template = WritePathKeys.DOMAIN_SOCKET_PATH.getText(dataNode.getConf());
    if (template.isEmpty()) {
      LOG.info("{} is not set: writers use TCP", WritePathKeys.DOMAIN_SOCKET_PATH.name());
      return;
    }
    Path path = new DomainSocketPath(template).of(dataNode.getXferPort());
    LocalWriters counts = new LocalWriters(path);
    try {
      server = LocalWriterServer.start(dataNode, path, counts);
    } catch (IOException e) {
      throw new UncheckedIOException("writers cannot use " + path + ", all use TCP: " + e, e);
    }
    bean = MBeans.register("DataNode", "TieredLocalWriters-" + dataNode.getXferPort(), counts);
    LOG.info("accepting writers of this machine on {}", path);
  }

  /** Stops accepting writers; existing ones belong to the DataNode's own server. */
  @Override
  public synchronized void stop() {
    if (server != null) {
      server.close();
      server = null;
    }
    if (bean != null) {
      MBeans.unregister(bean);
      bean = null;
    }
  }

  @Override
  public void close() {
    stop();
  }
}
