package org.tieredhdfs.bench.write.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StartedPartsTest {
  @Test
  void allAreEndedTheLatestFirstEvenIfOneCannotBe() {
    List<String> ended = new ArrayList<>();
    StartedParts parts = new StartedParts();
    parts.add(() -> ended.add("cluster"));
    parts.add(
        () -> {
          throw new IOException("stuck");
        });
    parts.add(() -> ended.add("client"));
    assertThatThrownBy(parts::close).hasMessage("stuck");
    assertThat(ended).containsExactly("client", "cluster");
  }
}
