package org.tieredhdfs.localcluster.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import picocli.CommandLine.Option;

/** The option that gives the daemons settings of the user's own, the same for all commands. */
public final class SettingsOption {
  @Option(
      names = "--conf",
      paramLabel = "KEY=VALUE",
      description = "a setting for core-site, hdfs-site or hbase-site, told by its prefix")
  private Map<String, String> settings = new LinkedHashMap<>();

  public Map<String, String> settings() {
    return settings;
  }

  /** Puts them in place of what the builder has so far. */
  public void addTo(ClusterSpec.Builder spec) {
    settings.forEach(spec::setting);
  }
}
