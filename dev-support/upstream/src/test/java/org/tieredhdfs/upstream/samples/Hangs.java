package org.tieredhdfs.upstream.samples;

import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** A class whose second test never ends. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class Hangs {
  @Test
  @Order(1)
  void passes() {}

  @Test
  @Order(2)
  void hangs() throws InterruptedException {
    new CountDownLatch(1).await();
  }
}
