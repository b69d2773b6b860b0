package org.tieredhdfs.hdfs.profile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.tieredhdfs.hdfs.conf.ConfigKey;
import org.tieredhdfs.hdfs.conf.ConfigKeys;

/** The configuration keys of execution profiles. */
public final class ProfileKeys implements ConfigKeys {

  @Override
  public String title() {
    return "DataNode: a profile for each storage type";
  }

  @Override
  public List<ConfigKey> keys() {
    return Arrays.stream(Setting.values()).map(Setting::family).toList();
  }

  @Override
  public List<String> faults(String daemon, Configuration conf) {
    List<String> faults = new ArrayList<>(ConfigKeys.super.faults(daemon, conf));
    if (daemon.equals("DataNode")) {
      faults.addAll(ProfileParser.parse(conf).faults());
    }
    return faults;
  }
}
