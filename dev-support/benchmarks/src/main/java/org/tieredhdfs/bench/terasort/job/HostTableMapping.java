package org.tieredhdfs.bench.terasort.job;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
    Map<String, String> places = places();
    List<String> resolved = new ArrayList<>();
    for (String name : names) {
      resolved.add(places.getOrDefault(name, ELSEWHERE));
    }
    return resolved;
  }

  private Map<String, String> places() {
    Map<String, String> places = new HashMap<>();
    String file = getConf().get(FILE);
    if (file == null) {
      return places;
    }
    try {
      for (String line : Files.readAllLines(Path.of(file))) {
        String[] words = line.strip().split("\\s+", -1);
        if (words.length == 2) {
          places.put(words[0], words[1]);
        }
      }
      return places;
    } catch (IOException e) {
      throw new UncheckedIOException(FILE + ": cannot read " + file, e);
    }
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
