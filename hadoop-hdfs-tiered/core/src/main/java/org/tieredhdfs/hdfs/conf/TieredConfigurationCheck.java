package org.tieredhdfs.hdfs.conf;

import java.util.List;
import org.apache.hadoop.conf.Configuration;

public final class TieredConfigurationCheck {
  public static List<String> faults(String daemon, Configuration conf) {
    return List.of();
  }

  private TieredConfigurationCheck() {}
}
