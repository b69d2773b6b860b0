package org.tieredhdfs.bench.terasort.yarn;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** With what a ResourceManager said. */
class YarnDaemonsTest {
  @Test
  void countsNodeManagersThatAreActive() throws IOException {
    ObjectMapper json = new ObjectMapper();
    assertThat(
            YarnDaemons.activeNodes(
                json.readTree(
                    "{\"clusterMetrics\":{\"appsSubmitted\":0,\"totalNodes\":4,\"lostNodes\":1,"
                        + "\"unhealthyNodes\":0,\"activeNodes\":3}}")))
        .isEqualTo(3);
    assertThat(YarnDaemons.activeNodes(json.readTree("{}"))).isZero();
  }
}
