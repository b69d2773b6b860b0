package org.tieredhdfs.mover;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.tieredhdfs.hdfs.conf.ConfigKey;
import org.tieredhdfs.hdfs.conf.ConfigKeys;
import org.tieredhdfs.mover.conf.MoverKeys;
import org.tieredhdfs.mover.conf.RpcKeys;
import org.tieredhdfs.mover.conf.RuleKeys;
import org.tieredhdfs.mover.conf.WebKeys;
import org.tieredhdfs.mover.rules.MoveRules;

/** All configuration keys of the file-level mover, with the check of its rules. */
public final class MoverConfiguration implements ConfigKeys {

  @Override
  public String title() {
    return "File-level mover";
  }

  @Override
  public String prefix() {
    return "dfs.mover.file.";
  }

  @Override
  public List<ConfigKey> keys() {
    return Stream.of(MoverKeys.all(), RpcKeys.all(), WebKeys.all(), RuleKeys.all())
        .flatMap(List::stream)
        .toList();
  }

  @Override
  public List<String> faults(String daemon, Configuration conf) {
    List<String> faults = new ArrayList<>(ConfigKeys.super.faults(daemon, conf));
    faults.addAll(MoveRules.faults(conf));
    return faults;
  }
}
