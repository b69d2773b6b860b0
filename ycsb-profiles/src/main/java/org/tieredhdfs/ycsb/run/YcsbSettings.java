package org.tieredhdfs.ycsb.run;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.tieredhdfs.ycsb.binding.HBaseBinding;
import site.ycsb.Client;

/**
 * The settings of one run of the stock YCSB client.
 *
 * <p>Immutable; made by {@link #of} and the {@code with} methods.
 *
 * @param label names the run in its files and messages
 * @param phase whether it loads or runs the mix
 * @param directory where its log, properties and result are written
 * @param classPath the class path of the process
 * @param properties the properties of workload and binding
 * @param database the class of the binding
 * @param threads how many threads the client has
 * @param jvmArgs arguments for the JVM
 * @param timeout after which time the process is ended
 */
public record YcsbSettings(
    String label,
    YcsbPhase phase,
    Path directory,
    String classPath,
    Map<String, String> properties,
    String database,
    int threads,
    List<String> jvmArgs,
    Duration timeout) {

  private static final int MAX_THREADS = 10_000;

  public YcsbSettings {
    if (!label.matches("[A-Za-z0-9._-]+")) {
      throw new IllegalArgumentException(
          "label: '" + label + "' is not allowed; it has to be of letters, digits, '.', '_', '-'");
    }
    if (threads < 1 || threads > MAX_THREADS) {
      throw new IllegalArgumentException(
          "threads: '" + threads + "' is not allowed; it has to be 1 to " + MAX_THREADS);
    }
    if (timeout.isNegative() || timeout.isZero()) {
      throw new IllegalArgumentException(
          "timeout: '" + timeout + "' is not allowed; it has to be above 0");
    }
    properties = Map.copyOf(properties);
    jvmArgs = List.copyOf(jvmArgs);
  }

  /** A run of {@code profile} against HBase, with 4 threads, 1 GB of heap and 10 minutes. */
  public static YcsbSettings of(
      String label, YcsbPhase phase, WorkloadProfile profile, Path directory) {
    Map<String, String> properties = new TreeMap<>();
    Properties given = profile.properties();
    given.stringPropertyNames().forEach(key -> properties.put(key, given.getProperty(key)));
    return new YcsbSettings(
        label,
        phase,
        directory,
        System.getProperty("java.class.path"),
        properties,
        HBaseBinding.class.getName(),
        4,
        List.of("-Xmx1g"),
        Duration.ofMinutes(10));
  }

  /** With this class path, and {@code confDir} before it. */
  public YcsbSettings withClassPath(Path confDir, String jars) {
    return new YcsbSettings(
        label,
        phase,
        directory,
        confDir + java.io.File.pathSeparator + jars,
        properties,
        database,
        threads,
        jvmArgs,
        timeout);
  }

  /** With this property in place of the profile's. */
  public YcsbSettings withProperty(String key, String value) {
    Map<String, String> changed = new TreeMap<>(properties);
    changed.put(key, value);
    return new YcsbSettings(
        label, phase, directory, classPath, changed, database, threads, jvmArgs, timeout);
  }

  /** With this many records in the table, which is how many a load inserts. */
  public YcsbSettings withRecords(long records) {
    return withProperty(Client.RECORD_COUNT_PROPERTY, Long.toString(records));
  }

  /** With this many operations of the mix. */
  public YcsbSettings withOperations(long operations) {
    return withProperty(Client.OPERATION_COUNT_PROPERTY, Long.toString(operations));
  }

  public YcsbSettings withThreads(int count) {
    return new YcsbSettings(
        label, phase, directory, classPath, properties, database, count, jvmArgs, timeout);
  }

  public YcsbSettings withJvmArgs(List<String> args) {
    return new YcsbSettings(
        label, phase, directory, classPath, properties, database, threads, args, timeout);
  }

  public YcsbSettings withTimeout(Duration limit) {
    return new YcsbSettings(
        label, phase, directory, classPath, properties, database, threads, jvmArgs, limit);
  }

  /** With another binding than that for HBase. */
  public YcsbSettings withDatabase(String className) {
    return new YcsbSettings(
        label, phase, directory, classPath, properties, className, threads, jvmArgs, timeout);
  }

  Path logFile() {
    return directory.resolve(label + ".log");
  }

  Path propertyFile() {
    return directory.resolve(label + ".properties");
  }

  Path exportFile() {
    return directory.resolve(label + ".result.json");
  }

  /** How many operations the client is to do. */
  long expectedOps() {
    for (String key : phase.countProperties()) {
      String value = properties.get(key);
      if (value != null) {
        return count(key, value);
      }
    }
    throw new IllegalArgumentException(
        String.join(" or ", phase.countProperties()) + ": not given; it has to be a number over 0");
  }

  private static long count(String key, String value) {
    try {
      int count = Integer.parseInt(value.trim());
      if (count > 0) {
        return count;
      }
    } catch (NumberFormatException e) {
      // said below
    }
    throw new IllegalArgumentException(
        key + ": '" + value + "' is not allowed; it has to be 1 to " + Integer.MAX_VALUE);
  }

  /** Whether the run may end before all operations are done. */
  boolean hasTimeLimit() {
    return !"0".equals(properties.getOrDefault(Client.MAX_EXECUTION_TIME, "0").trim());
  }

  /** All properties, with those that make the client's output readable for us. */
  Properties clientProperties() {
    Properties all = new Properties();
    all.putAll(properties);
    all.setProperty("status.interval", "1");
    all.setProperty("measurementtype", "hdrhistogram");
    all.setProperty("measurement.interval", "op");
    all.setProperty("hdrhistogram.percentiles", YcsbExport.PERCENTILES);
    all.setProperty(
        Client.EXPORTER_PROPERTY,
        site.ycsb.measurements.exporter.JSONArrayMeasurementsExporter.class.getName());
    all.setProperty(Client.EXPORT_FILE_PROPERTY, exportFile().toString());
    return all;
  }

  List<String> command() {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(jvmArgs);
    // YCSB formats status lines by locale and time zone, so fix both
    command.addAll(
        List.of(
            "-Duser.language=en",
            "-Duser.country=US",
            "-Duser.timezone=UTC",
            "-Dfile.encoding=UTF-8",
            "-Djava.awt.headless=true",
            // without these the HBase client is slower and logs warnings
            "--add-opens=java.base/java.nio=ALL-UNNAMED",
            "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED"));
    command.addAll(
        List.of(
            "-cp",
            classPath,
            Client.class.getName(),
            phase.option(),
            "-s",
            "-threads",
            Integer.toString(threads),
            "-db",
            database,
            "-P",
            propertyFile().toString()));
    return command;
  }
}
