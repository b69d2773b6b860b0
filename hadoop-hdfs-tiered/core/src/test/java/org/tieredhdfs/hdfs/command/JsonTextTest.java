package org.tieredhdfs.hdfs.command;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class JsonTextTest {
  @Test
  void whatJsonDoesNotAllowIsEscaped() {
    assertThat(JsonText.quote("a\"b\\c\nd\u00e9")).isEqualTo("\"a\\\"b\\\\c\\u000ad\u00e9\"");
  }
}
