package org.tieredhdfs.bench.terasort.job;

import java.io.IOException;
import java.math.BigInteger;
import java.util.List;

/** What TeraValidate found: a checksum if all is in order, otherwise what is not. */
final class TeraVerdict {
  private static final String CHECKSUM = "checksum";
  private static final int HEXADECIMAL = 16;

  private TeraVerdict() {}

  /**
   * Refuses output that is not in order, or not what was generated.
   *
   * @param lines of TeraValidate's output
   * @param generatedChecksum its low 64 bits, as TeraGen counts it
   */
  static void require(List<String> lines, long generatedChecksum) throws IOException {
    boolean hasChecksum = false;
    for (String line : lines) {
      String[] words = line.split("\t", -1);
      if (words.length != 2 || !words[0].equals(CHECKSUM)) {
        throw new IOException("TeraValidate: " + line);
      }
      long checksum = new BigInteger(words[1], HEXADECIMAL).longValue();
      if (checksum != generatedChecksum) {
        throw new IOException(
            "TeraValidate: checksum "
                + words[1]
                + " instead of "
                + Long.toHexString(generatedChecksum));
      }
      hasChecksum = true;
    }
    if (!hasChecksum) {
      throw new IOException("TeraValidate: there is no checksum");
    }
  }
}
