package org.tieredhdfs.bench.failslow.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class KnownBytesTest {
  @Test
  void aPieceIsThatOfTheWholeAlsoBeyondItsPeriod() {
    byte[] whole = new KnownBytes(7).at(0, 200_000);
    byte[] piece = new KnownBytes(7).at(60_000, 100_000);
    assertThat(piece).isEqualTo(Arrays.copyOfRange(whole, 60_000, 160_000));
  }

  @Test
  void tellsOneWrongByteAndBytesOfAnotherFileOrPlace() {
    KnownBytes known = new KnownBytes(3);
    byte[] read = known.at(1_000, 512);
    assertThat(known.matches(1_000, read, 512)).isTrue();
    assertThat(known.matches(1_512, read, 512)).isFalse();
    assertThat(new KnownBytes(4).matches(1_000, read, 512)).isFalse();
    read[511]++;
    assertThat(known.matches(1_000, read, 512)).isFalse();
  }
}
