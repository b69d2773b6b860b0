package org.tieredhdfs.upstream.samples;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.platform.commons.util.Preconditions;

/** A class whose tests never begin. */
class BrokenSetUp {
  @BeforeAll
  static void setUp() {
    Preconditions.condition(false, "no cluster");
  }

  @Test
  void passes() {
    assertEquals(4, 2 + 2);
  }
}
