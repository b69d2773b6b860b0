package org.tieredhdfs.upstream.samples;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A class with a test of each outcome. */
class Mixed {
  @Test
  void passes() {
    assertEquals(4, 2 + 2);
  }

  @Test
  void fails() {
    assertEquals(5, 2 + 2, "arithmetic");
  }

  @Test
  void throwsError() {
    throw new IllegalStateException("first line\nsecond line");
  }

  @Test
  void skips() {
    Assumptions.abort("not here");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void takes(int value) {
    assertEquals(1, value);
  }
}
