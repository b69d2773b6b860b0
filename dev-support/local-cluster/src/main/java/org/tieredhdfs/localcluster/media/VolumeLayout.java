package org.tieredhdfs.localcluster.media;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The number of volumes of each type on a DataNode.
 *
 * @param counts number of volumes by type, in the order in which they are configured
 */
public record VolumeLayout(Map<String, Integer> counts) {
  private static final int MAX_PER_TYPE = 64;
  private static final Pattern ENTRY = Pattern.compile("([A-Z][A-Z0-9_]*)=(\\d{1,3})");

  /** Types that lie in memory; the last two are stock Hadoop's. */
  private static final Set<String> IN_MEMORY = Set.of("RAMDISK", "RAM_DISK", "NVDIMM");

  private static final List<String> STOCK_TYPES =
      List.of("SSD", "DISK", "ARCHIVE", "NVDIMM", "RAM_DISK", "RAMDISK");

  /** One volume of each of these; behind the constants that parsing needs. */
  public static final VolumeLayout DEFAULT = parse("RAMDISK=1,SSD=1,DISK=1,ARCHIVE=1");

  public VolumeLayout {
    counts = Collections.unmodifiableMap(new LinkedHashMap<>(counts));
    if (counts.isEmpty()) {
      throw new IllegalArgumentException("--volumes: a DataNode needs at least one volume");
    }
  }

  /** Parses {@code RAMDISK=1,SSD=2}. */
  public static VolumeLayout parse(String text) {
    Map<String, Integer> counts = new LinkedHashMap<>();
    for (String entry : text.split(",", -1)) {
      Matcher matcher = ENTRY.matcher(entry.strip().toUpperCase(Locale.ROOT));
      int count = matcher.matches() ? Integer.parseInt(matcher.group(2)) : 0;
      if (count < 1 || count > MAX_PER_TYPE) {
        throw new IllegalArgumentException(
            String.format(
                "--volumes: '%s' is not allowed; write TYPE=COUNT with a count from 1 to %d,"
                    + " separated by commas",
                entry.strip(), MAX_PER_TYPE));
      }
      if (counts.put(matcher.group(1), count) != null) {
        throw new IllegalArgumentException(
            "--volumes: '" + matcher.group(1) + "' stands there twice; name each type once");
      }
    }
    return new VolumeLayout(counts);
  }

  /** Whether volumes of this type lie in memory. */
  public static boolean isInMemory(String type) {
    return IN_MEMORY.contains(type);
  }

  /**
   * The type in the configuration of a stock DataNode. Stock Hadoop has no RAMDISK; its NVDIMM is
   * the type most like it: in memory and not transient.
   */
  public static String stockType(String type) {
    if (!STOCK_TYPES.contains(type)) {
      throw new IllegalArgumentException(
          "--volumes: stock Hadoop has no type '"
              + type
              + "'; with --stock it has to be one of "
              + String.join(", ", STOCK_TYPES));
    }
    return type.equals("RAMDISK") ? "NVDIMM" : type;
  }
}
