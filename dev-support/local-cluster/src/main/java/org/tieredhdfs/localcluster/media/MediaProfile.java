package org.tieredhdfs.localcluster.media;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.linux.Sizes;
import org.tieredhdfs.media.model.MediumModel;

/**
 * The behaviour of volumes of one storage type.
 *
 * @param model what its device behaves like, if media are emulated; null for a tmpfs
 * @param slowness how many times slower than its model it is, beside the factor of all media; above
 *     0
 * @param capacityBytes its size
 */
public record MediaProfile(@Nullable MediumModel model, double slowness, long capacityBytes) {
  private static final long MB = 1L << 20;
  private static final long GB = 1L << 30;
  private static final long MIN_CAPACITY_BYTES = 64 * MB;

  /** ARCHIVE is half a disk. Images are sparse: the capacity is no use of space. */
  private static final Map<String, MediaProfile> DEFAULTS =
      Map.of(
          "SSD", new MediaProfile(MediumModel.SSD, 1, 8 * GB),
          "DISK", new MediaProfile(MediumModel.HDD, 1, 16 * GB),
          "ARCHIVE", new MediaProfile(MediumModel.HDD, 2, 16 * GB));

  private static final MediaProfile OTHER = new MediaProfile(MediumModel.NVME, 1, 8 * GB);

  public MediaProfile {
    if (!(slowness > 0) || Double.isInfinite(slowness)) {
      throw new IllegalArgumentException("slowness: '" + slowness + "' is not above 0");
    }
  }

  /** A tmpfs of this size. */
  public static MediaProfile inMemory(long capacityBytes) {
    return new MediaProfile(null, 1, capacityBytes);
  }

  /** The default profile of a type. */
  public static MediaProfile defaultOf(String type, boolean isInMemory) {
    return isInMemory ? inMemory(GB) : DEFAULTS.getOrDefault(type, OTHER);
  }

  /**
   * Parses {@code SSD=model:nvme,slower:2,size:4g}: everything not named keeps its default.
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
      case "model" -> new MediaProfile(MediumModel.parse(what, value), slowness, capacityBytes);
      case "slower" -> new MediaProfile(model, MediaPace.parseFactor(what, value), capacityBytes);
      case "size" -> new MediaProfile(model, slowness, capacity(what, value));
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
            + "' is not allowed; write TYPE=model:MEDIUM,slower:FACTOR,size:SIZE with one or more"
            + " of the three");
  }
}
