package org.tieredhdfs.tiering.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tieredhdfs.hdfs.conf.ConfigurationFaultsException;

class ExpressionFaultsTest {
  private static final FileFacts FACTS =
      new FileFacts(0, () -> true, PolicyNames.of(new Configuration(false)));

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | at the end, one of path, name",
        "'   ' | at the end, one of path, name",
        "and | at the end, one of = != < <= > >= is expected",
        "= 5 | at '= 5', one of path, name",
        "size | one of = != < <= > >= is expected",
        "size 5 | at '5', one of = != < <= > >= is expected",
        "size > | at the end, a value is expected",
        "size > , | at ',', a value is expected",
        "size > 5 5 | at '5', 'and', 'or' or the end is expected",
        "size > 5 and | at the end, one of path",
        "size > 5 or or size > 6 | at 'size > 6', one of = != < <= > >= is expected",
        "(size > 5 | at the end, ')' is expected",
        "size > 5) | at ')', 'and', 'or' or the end is expected",
        "() | at ')', one of path",
        "not | at the end, one of path",
        "owner = \"ann | at the end, a closing '\"' is expected",
        "owner = ann,| at the end, a value is expected",
        "bytes > 5 | 'bytes' is not allowed; it has to be one of path, name, owner",
        "Size > 5 | 'Size' is not allowed",
        "size > five | size: 'five' is not allowed; it has to be a size in bytes, suffix k m g t p",
        "size > -1 | size: '-1' is not allowed",
        "size > 1x | size: '1x' is not allowed",
        "size > 1, 2 | size: '1,2' is not allowed; it has to be one value after >",
        "replication = 1k | replication: '1k' is not allowed; it has to be a whole number from 0",
        "replication = -1 | replication: '-1' is not allowed",
        "last-read > 90 | last-read: '90' is not allowed; it has to be a whole number with a unit",
        "last-read > 90w | last-read: '90w' is not allowed",
        "last-read > -1d | last-read: '-1d' is not allowed",
        "last-written > 1.5d | last-written: '1.5d' is not allowed",
        "last-written > 12345678901d | last-written: '12345678901d' is not allowed",
        "path = logs | path: 'logs' is not allowed; it has to be an absolute path",
        "path = /logs/ | path: '/logs/' is not allowed",
        "path = //logs | path: '//logs' is not allowed",
        "path > /logs | path: '>' is not allowed; it has to be = or !=",
        "path = /a/../b | path: '/a/../b' is not allowed",
        "path = /a/.snapshot/s | path: '/a/.snapshot/s' is not allowed",
        "path = /a/. | path: '/a/.' is not allowed",
        "name = a/b | name: 'a/b' is not allowed; it has to be a name without a slash",
        "name = \"\" | name: '' is not allowed",
        "owner < ann | owner: '<' is not allowed; it has to be = or !=",
        "policy = SSD | policy: 'SSD' is not allowed; it has to be one of ALL_",
        "open = true | open: 'true' is not allowed; it has to be yes or no",
        "open = yes, no | open: 'yes,no' is not allowed; it has to be yes or no",
        "pinned >= yes | pinned: '>=' is not allowed",
        "snapshots = | at the end, a value is expected",
      })
  void isRefusedWithWhatIsAllowed(String text, String expected) {
    assertThatThrownBy(() -> Expression.parse(text, FACTS))
        .isInstanceOf(ConfigurationFaultsException.class)
        .hasMessageContaining(expected);
  }

  @Test
  void allFaultsAreToldAtOnce() {
    assertThatThrownBy(
            () -> Expression.parse("size > x and (owner < a or path = b) and open = 1", FACTS))
        .hasMessageContaining("size: 'x'")
        .hasMessageContaining("owner: '<'")
        .hasMessageContaining("path: 'b'")
        .hasMessageContaining("open: '1'");
  }

  @Test
  void filesDoNotSeemUnreadWhereReadsAreNotRecorded() {
    FileFacts without = new FileFacts(0, () -> false, FACTS.policies());

    assertThatThrownBy(() -> Expression.parse("last-read > 90d", without))
        .hasMessageContaining("dfs.namenode.accesstime.precision");
    assertThat(Expression.parse("last-written > 90d", without)).hasToString("last-written > 90d");
  }

  @Test
  void nestingHasABound() {
    String nested = "(".repeat(5_000) + "size > 5" + ")".repeat(5_000);

    assertThatThrownBy(() -> Expression.parse(nested, FACTS))
        .isInstanceOf(ConfigurationFaultsException.class)
        .hasMessageContaining("nested more than 100 times");
  }
}
