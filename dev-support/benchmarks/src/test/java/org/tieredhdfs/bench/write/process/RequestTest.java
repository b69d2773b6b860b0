package org.tieredhdfs.bench.write.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RequestTest {

  @Test
  void arrivesAsItWasSent() {
    Request request = Request.of("stream").with("path", "/a=b").with("bytes", 1L << 40);
    Request arrived = Request.parse(request.line());
    assertThat(arrived).isEqualTo(request);
    assertThat(arrived.text("path")).isEqualTo("/a=b");
    assertThat(arrived.number("bytes")).isEqualTo(1L << 40);
  }

  @Test
  void namesWhatIsMissing() {
    assertThatThrownBy(() -> Request.of("read").count("writers"))
        .hasMessage("read: writers is missing");
    assertThatThrownBy(() -> Request.parse("read writers")).hasMessageContaining("'writers'");
  }

  @Test
  void isAnsweredInOneLine() {
    assertThat(RequestLoop.answer(request -> Map.of("bytes", 5.0), "read"))
        .isEqualTo("ok bytes=5.0");
    assertThat(
            RequestLoop.answer(
                request -> {
                  throw new IOException("first\nsecond");
                },
                "read"))
        .isEqualTo("failed java.io.IOException: first second");
  }
}
