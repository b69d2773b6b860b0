package org.tieredhdfs.hdfs.conf;

import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import org.apache.hadoop.conf.Configuration;

/**
 * The check of all keys of this project that decides whether a daemon starts.
 *
 * <p>It asks every module on the class path and finds all faults at once. Stateless.
 */
public final class TieredConfigurationCheck {
  private TieredConfigurationCheck() {}

  /**
   * Everything that is wrong in {@code conf}, one sentence each; empty if nothing is.
   *
   * @param daemon the process that is about to start: {@code "NameNode"}, {@code "DataNode"} ...
   */
  public static List<String> faults(String daemon, Configuration conf) {
    List<String> unreadable = UnreadableConfiguration.faults(conf);
    if (!unreadable.isEmpty()) {
      // further checks would see only half of the configuration
      return unreadable;
    }
    List<ConfigKeys> modules = modules();
    List<String> faults = new ArrayList<>();
    for (ConfigKeys module : modules) {
      faults.addAll(module.faults(daemon, conf));
    }
    faults.addAll(UnknownKeys.faults(conf, modules));
    return List.copyOf(faults);
  }

  /**
   * Does nothing if {@code conf} is without fault.
   *
   * @throws ConfigurationFaultsException with all faults, a line each
   */
  public static void requireValid(String daemon, Configuration conf) {
    List<String> faults = faults(daemon, conf);
    if (!faults.isEmpty()) {
      throw new ConfigurationFaultsException(daemon + " does not start", faults);
    }
  }

  /** The keys of every module on the class path. */
  static List<ConfigKeys> modules() {
    ClassLoader own = TieredConfigurationCheck.class.getClassLoader();
    List<ConfigKeys> modules = new ArrayList<>();
    ServiceLoader.load(ConfigKeys.class, own).forEach(modules::add);
    return modules;
  }
}
