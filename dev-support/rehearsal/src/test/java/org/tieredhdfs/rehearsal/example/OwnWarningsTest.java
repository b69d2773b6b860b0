package org.tieredhdfs.rehearsal.example;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class OwnWarningsTest {
  private static final List<String> KEYS = List.of("dfs.datanode.handler.count");

  private static boolean isFault(String file, String line) {
    return OwnWarnings.isFault(file, line, KEYS);
  }

  @Test
  void warningsOfOurLoggersAndOfOurKeysAreFaults() {
    assertThat(isFault("rs0.log", "2026-01-01T00:00:00 WARN  [main] or.ti.hb.PolicyAssigner: no"))
        .isTrue();
    assertThat(isFault("dn0.log", "2026-01-01T00:00:00 ERROR [main] or.ap.ha.X: dfs.tiered.foo"))
        .isTrue();
    assertThat(isFault("filemover.out", "10:00:00 WARN  Follower: behind")).isTrue();
  }

  @Test
  void othersWarningsAndOurInformationAreNone() {
    assertThat(isFault("rs0.log", "2026-01-01T00:00:00 INFO  [main] or.ti.hb.PolicyAssigner: on"))
        .isFalse();
    assertThat(isFault("dn0.log", "2026-01-01T00:00:00 WARN  [main] or.ap.ha.X: slow")).isFalse();
    assertThat(isFault("filemover.out", "10:00:00 WARN  AuthenticationFilter: Unable to"))
        .isFalse();
  }

  @Test
  void aKeyOfTheExampleThatIsDeprecatedIsAFault() {
    assertThat(isFault("dn0.log", "INFO  x: dfs.datanode.handler.count is deprecated. Use"))
        .isTrue();
    assertThat(isFault("dn0.log", "INFO  x: other.key is deprecated. Use")).isFalse();
  }
}
