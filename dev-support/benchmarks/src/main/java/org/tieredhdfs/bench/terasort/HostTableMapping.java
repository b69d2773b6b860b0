package org.tieredhdfs.bench.terasort;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.net.DNSToSwitchMapping;

/**
 * Reads the place of each worker from a file, by the worker's name.
 *
 * <p>Hadoop's own {@code TableMapping} would not do: a NameNode asks it for addresses, which all
 * DataNodes on this machine have in common.
 */
public final class HostTableMapping extends Configured implements DNSToSwitchMapping {
  /** The key of the file's path, which is that of Hadoop's {@code TableMapping}. */
  public static final String FILE = "net.topology.table.file.name";

  /** Of hosts that are not in the file: as deep as all others. */
  static final String ELSEWHERE = "/elsewhere/elsewhere";

  @Override
  public List<String> resolve(List<String> names) {
    Path file = Path.of(getConf().get(FILE));
    Properties places = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      places.load(reader);
    } catch (IOException e) {
      throw new UncheckedIOException(FILE + ": cannot read " + file, e);
    }
    return names.stream().map(name -> places.getProperty(name, ELSEWHERE)).toList();
  }

  @Override
  public void reloadCachedMappings() {
    // nothing is cached
  }

  @Override
  public void reloadCachedMappings(List<String> names) {
    // nothing is cached
  }
}
