package org.tieredhdfs.mover.service;

import java.util.List;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.hdfs.conf.ConfigurationFaultsException;
import org.tieredhdfs.mover.FileMover;
import org.tieredhdfs.mover.rules.MoveRules;

/** The current rules, which can be reloaded from the configuration. Thread-safe. */
final class CurrentRules implements Supplier<MoveRules> {
  private static final Logger LOG = LoggerFactory.getLogger(CurrentRules.class);

  private final Configuration conf;
  private final FileMover mover;
  private volatile MoveRules rules;

  /**
   * @throws ConfigurationFaultsException with all that is wrong with the rules
   */
  CurrentRules(Configuration conf, FileMover mover) {
    this.conf = conf;
    this.mover = mover;
    this.rules = read(conf);
  }

  private MoveRules read(Configuration configured) {
    return MoveRules.of(configured, mover.policies(), mover.cluster().current().types());
  }

  @Override
  public MoveRules get() {
    return rules;
  }

  /**
   * Reads the rules again, from the files that the configuration came from. If they are invalid,
   * the previous rules stay in force.
   *
   * @return a line for each
   * @throws ConfigurationFaultsException with all that is wrong with them
   */
  synchronized List<String> reload() {
    Configuration fresh = new Configuration(conf);
    fresh.reloadConfiguration();
    rules = read(fresh);
    List<String> lines = rules.describe();
    LOG.info("Reloaded the rules: {}", lines);
    return lines;
  }
}
