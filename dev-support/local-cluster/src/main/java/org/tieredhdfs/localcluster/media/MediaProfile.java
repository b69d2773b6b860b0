package org.tieredhdfs.localcluster.media;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.tieredhdfs.linux.DeviceLimits;
import org.tieredhdfs.linux.Sizes;

/**
 * What a volume of one type is like: its speed, if it is emulated, and its capacity.
 *
 * @param limits how fast it may be; {@link DeviceLimits#NONE} for a volume in memory
 * @param capacityBytes its size
 */
public record MediaProfile(DeviceLimits limits, long capacityBytes) {
  private static final long MB = 1L << 20;
  private static final long GB = 1L << 30;
  private static final long MIN_CAPACITY_BYTES = 64 * MB;

  /**
   * The defaults: after the media of the study, HDD 127-140 MB/s at 6.7 ms an access and SATA SSD
   * 446-481 MB/s at 80 us; ARCHIVE is half a disk. Images are sparse: the capacity is no use of
   * space.
   */
  private static final Map<String, MediaProfile> DEFAULTS =
      Map.of(
          "SSD", new MediaProfile(new DeviceLimits(440 * MB, 12_000), 8 * GB),
          "DISK", new MediaProfile(new DeviceLimits(127 * MB, 150), 16 * GB),
          "ARCHIVE", new MediaProfile(new DeviceLimits(64 * MB, 75), 16 * GB));

  private static final MediaProfile IN_MEMORY = new MediaProfile(DeviceLimits.NONE, GB);
  private static final MediaProfile OTHER = new MediaProfile(DeviceLimits.NONE, 8 * GB);

  /** What volumes of a type are like if nobody says otherwise. */
  public static MediaProfile defaultOf(String type, boolean isInMemory) {
    return isInMemory ? IN_MEMORY : DEFAULTS.getOrDefault(type, OTHER);
  }

  /**
   * Parses {@code SSD=bps:200m,iops:5000,size:4g}: what is not named stays as it is by default.
   *
   * @return the profiles of all types named, in order
   */
  public static Map<String, MediaProfile> parse(List<String> texts) {
    Map<String, MediaProfile> profiles = new LinkedHashMap<>();
    for (String text : texts) {
      int equals = text.indexOf('=');
      if (equals < 1) {
        throw refusal(text);
      }
      String type = text.substring(0, equals).strip().toUpperCase(Locale.ROOT);
      MediaProfile profile = defaultOf(type, VolumeLayout.isInMemory(type));
      for (String setting : text.substring(equals + 1).split(",", -1)) {
        profile = profile.with(type, setting.strip(), text);
      }
      profiles.put(type, profile);
    }
    return Collections.unmodifiableMap(profiles);
  }

  private MediaProfile with(String type, String setting, String text) {
    int colon = setting.indexOf(':');
    String key = colon < 0 ? setting : setting.substring(0, colon);
    String value = colon < 0 ? "" : setting.substring(colon + 1);
    String what = "--media-profile " + type + " " + key;
    return switch (key) {
      case "bps" ->
          new MediaProfile(
              new DeviceLimits(Sizes.parse(what, value), limits.iops()), capacityBytes);
      case "iops" ->
          new MediaProfile(
              new DeviceLimits(limits.bytesPerSec(), Sizes.parse(what, value)), capacityBytes);
      case "size" -> new MediaProfile(limits, capacity(what, value));
      default -> throw refusal(text);
    };
  }

  private static long capacity(String what, String value) {
    long bytes = Sizes.parse(what, value);
    if (bytes < MIN_CAPACITY_BYTES) {
      throw new IllegalArgumentException(
          what + ": '" + value + "' is too small; it has to be at least 64m");
    }
    return bytes;
  }

  private static IllegalArgumentException refusal(String text) {
    return new IllegalArgumentException(
        "--media-profile: '"
            + text
            + "' is not allowed; write TYPE=bps:SIZE,iops:NUMBER,size:SIZE with one or more of the"
            + " three (0 for no limit)");
  }
}
