package org.tieredhdfs.bench.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class CaseNamesTest {
  private static final List<String> ALL = List.of("hang", "hang-mover", "hanging", "heavy-load");

  private static List<String> choose(String... asked) {
    return CaseNames.choose(ALL, one -> one, List.of(asked));
  }

  @Test
  void casesAreNamedByTheirBeginningsAndAWholeNameIsThatCaseAlone() {
    assertThat(choose("hang")).containsExactly("hang");
    assertThat(choose("heavy", "hang")).containsExactly("hang", "heavy-load");
    assertThat(choose("hanging", "hang-mover")).containsExactly("hang-mover", "hanging");
    assertThat(choose("all")).isEqualTo(ALL);
    assertThat(choose()).isEqualTo(ALL);
  }

  @Test
  void aNameOfNoneIsRefused() {
    assertThatThrownBy(() -> choose("hang", "thaw"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("--cases: there is no 'thaw'")
        .hasMessageContaining("hang-mover");
    assertThatThrownBy(() -> choose("hea")).hasMessageContaining("'hea'");
  }
}
