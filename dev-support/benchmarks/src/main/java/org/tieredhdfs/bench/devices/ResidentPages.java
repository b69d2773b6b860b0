package org.tieredhdfs.bench.devices;

import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** How much of files the page cache holds, by {@code mincore}, which touches none of it. */
public final class ResidentPages {
  private static final int PAGE_BYTES = 4096;

  private ResidentPages() {}

  /**
   * Of all files in a folder that have one of these names.
   *
   * @throws IOException if one of them is missing
   */
  public static double percent(Path folder, Set<String> names) throws IOException {
    List<Path> found;
    try (Stream<Path> files = Files.walk(folder)) {
      found = files.filter(file -> names.contains(String.valueOf(file.getFileName()))).toList();
    }
    if (found.size() != names.size()) {
      throw new IOException(folder + " has " + found + " of " + names);
    }
    long pages = 0;
    long resident = 0;
    for (Path file : found) {
      try (FileChannel channel = FileChannel.open(file)) {
        int bytes = Math.toIntExact(channel.size());
        MappedByteBuffer mapped = channel.map(MapMode.READ_ONLY, 0, bytes);
        for (int at = 0; at < bytes; at += PAGE_BYTES) {
          pages++;
          resident += mapped.slice(at, Math.min(PAGE_BYTES, bytes - at)).isLoaded() ? 1 : 0;
        }
      }
    }
    return pages == 0 ? 0 : 100.0 * resident / pages;
  }
}
