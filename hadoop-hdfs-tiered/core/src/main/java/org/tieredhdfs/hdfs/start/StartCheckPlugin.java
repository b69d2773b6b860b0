package org.tieredhdfs.hdfs.start;

import java.io.IOException;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.ServicePlugin;
import org.jspecify.annotations.Nullable;

/**
 * A plug-in for {@code dfs.datanode.plugins} that stops a DataNode with stock classes in front.
 *
 * <p>The check runs when the plug-in gets its configuration, while the DataNode loads its plug-ins.
 * A DataNode only logs what a plug-in throws later, when it is started.
 */
public final class StartCheckPlugin implements ServicePlugin, Configurable {
  private @Nullable Configuration conf;

  @Override
  public void setConf(@Nullable Configuration conf) {
    if (conf != null) {
      StartCheck.require("DataNode", conf);
    }
    this.conf = conf;
  }

  @Override
  public @Nullable Configuration getConf() {
    return conf;
  }

  @Override
  public void start(Object service) {
    // the check ran when the configuration was set
  }

  @Override
  public void stop() {
    // nothing to release
  }

  @Override
  public void close() throws IOException {
    // nothing to release
  }
}
