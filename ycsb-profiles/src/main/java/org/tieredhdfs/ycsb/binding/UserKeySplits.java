package org.tieredhdfs.ycsb.binding;

import java.util.Locale;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The split keys that cut YCSB's hashed keys into the parts that a layout asks for.
 *
 * <p>Such a key is {@code user} and a number that is spread evenly from 0 to 2<sup>63</sup>,
 * written without leading zeros and sorted as text. Most numbers have 19 digits, of which the first
 * goes to 9.22 only; so evenly spaced prefixes would leave the last region nearly empty.
 */
final class UserKeySplits {

  private static final String PREFIX = "user";
  private static final int DIGITS = 17;

  /** The leading number, 1 to 10, up to which numbers of full length go. */
  private static final double FULL_LENGTH_END = 9.223372036854776;

  /** Weight of a unit of the leading number: numbers of full length, and all shorter ones. */
  private static final double FULL_LENGTH_WEIGHT = 1.0;

  private static final double SHORTER_WEIGHT = 1.0 / 9;

  private UserKeySplits() {}

  /** The keys at which regions meet: one less than there are regions. */
  static byte[][] of(TableLayout layout) {
    byte[][] splits = new byte[layout.regions() - 1][];
    double low = (FULL_LENGTH_END - 1) * (FULL_LENGTH_WEIGHT + SHORTER_WEIGHT);
    double total = low + (10 - FULL_LENGTH_END) * SHORTER_WEIGHT;
    for (int i = 1; i <= splits.length; i++) {
      double weight = total * layout.shareUpTo(i);
      double leading =
          weight <= low
              ? 1 + weight / (FULL_LENGTH_WEIGHT + SHORTER_WEIGHT)
              : FULL_LENGTH_END + (weight - low) / SHORTER_WEIGHT;
      splits[i - 1] = Bytes.toBytes(PREFIX + digits(leading));
    }
    return splits;
  }

  private static String digits(double leading) {
    return String.format(Locale.ROOT, "%." + (DIGITS - 1) + "f", leading).replace(".", "");
  }
}
