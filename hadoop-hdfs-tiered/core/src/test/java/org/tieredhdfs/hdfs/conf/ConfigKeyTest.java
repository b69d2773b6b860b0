package org.tieredhdfs.hdfs.conf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigKeyTest {
  private static final ConfigKey COUNT = ConfigKey.integer("a.count", 5, 1, 9, "NameNode", "Doc.");
  private static final ConfigKey SHARE = ConfigKey.decimal("a.share", 0.5, 0, 1, "NameNode", "D.");
  private static final ConfigKey WAIT =
      ConfigKey.duration("a.wait", "30s", 10, 60_000, "NameNode", "Doc.");
  private static final ConfigKey ROOM =
      ConfigKey.size("a.room", "64m", 1024, 1L << 40, "NameNode", "Doc.");
  private static final ConfigKey SWITCH = ConfigKey.bool("a.switch", true, "NameNode", "Doc.");
  private static final ConfigKey MODE =
      ConfigKey.choice("a.mode", "fast", List.of("fast", "safe"), "NameNode", "Doc.");
  private static final ConfigKey NAMES = ConfigKey.list("a.names", "x, y", "NameNode", "Doc.");
  private static final ConfigKey FAMILY =
      ConfigKey.requiredInteger("a.thing.<THING>.part.<PART>.id", 1, 9, "NameNode", "Doc.");

  private final Configuration conf = new Configuration(false);

  @Test
  void defaultsHoldWhereNothingIsSet() {
    assertThat(COUNT.getInt(conf)).isEqualTo(5);
    assertThat(SHARE.getDouble(conf)).isEqualTo(0.5);
    assertThat(WAIT.getDurationMs(conf)).isEqualTo(30_000);
    assertThat(ROOM.getSizeBytes(conf)).isEqualTo(64L << 20);
    assertThat(SWITCH.getBoolean(conf)).isTrue();
    assertThat(MODE.getChoice(conf)).isEqualTo("fast");
    assertThat(NAMES.getList(conf)).containsExactly("x", "y");
  }

  @ParameterizedTest
  @CsvSource({"10,10", "2500us,2", "250ms,250", "45s,45000", "1m,60000", "0h,-1", "2m,-1", "9,-1"})
  void durationsHaveUnitsAndBounds(String written, long milliseconds) {
    conf.set("a.wait", written);
    if (milliseconds < 10) {
      assertThat(WAIT.fault(conf).orElseThrow())
          .contains("a.wait: '" + written + "'", "from 10 ms to 60000 ms", "ms if none");
    } else {
      assertThat(WAIT.getDurationMs(conf)).isEqualTo(milliseconds);
    }
  }

  @ParameterizedTest
  @CsvSource({"1024,1024", "8k,8192", "1g,1073741824", "1t,1099511627776"})
  void sizesHaveSuffixes(String written, long bytes) {
    conf.set("a.room", written);
    assertThat(ROOM.getSizeBytes(conf)).isEqualTo(bytes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1023", "2t", "-1", "5 apples", "", "99999999e", "1.5m"})
  void sizesOutOfBoundsOrUnreadableAreRefused(String written) {
    conf.set("a.room", written);
    assertThat(ROOM.fault(conf)).hasValueSatisfying(text -> assertThat(text).contains("a.room"));
    assertThatThrownBy(() -> ROOM.getSizeBytes(conf))
        .isInstanceOf(ConfigurationFaultsException.class)
        .hasMessage(
            "a.room: '"
                + written
                + "' is not allowed; it has to be a size in bytes, suffix k m g t"
                + " p, from 1024 to 1099511627776 bytes");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "10", "ten", "5.0", "0x5", "99999999999999999999"})
  void wholeNumbersOutOfBoundsOrUnreadableAreRefused(String written) {
    conf.set("a.count", written);
    assertThat(COUNT.fault(conf).orElseThrow())
        .isEqualTo(
            "a.count: '" + written + "' is not allowed; it has to be a whole number from 1 to 9");
  }

  @Test
  void greatWholeNumbersAreExact() {
    ConfigKey key = ConfigKey.integer("a.great", 0, 0, Long.MAX_VALUE, "NameNode", "Doc.");
    conf.set("a.great", "9007199254740993");
    assertThat(key.getLong(conf)).isEqualTo(9007199254740993L);
    conf.set("a.great", Long.toString(Long.MAX_VALUE));
    assertThat(key.getLong(conf)).isEqualTo(Long.MAX_VALUE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-0.1", "1.1", "NaN", "Infinity", "half"})
  void numbersOutOfBoundsOrUnreadableAreRefused(String written) {
    conf.set("a.share", written);
    assertThat(SHARE.fault(conf).orElseThrow()).contains("'" + written + "'", "from 0.0 to 1.0");
  }

  @Test
  void switchesTakeTrueAndFalseOnly() {
    conf.set("a.switch", "FALSE");
    assertThat(SWITCH.getBoolean(conf)).isFalse();
    conf.set("a.switch", "yes");
    assertThatThrownBy(() -> SWITCH.getBoolean(conf)).hasMessageContaining("true or false");
  }

  @Test
  void choicesIgnoreCase() {
    conf.set("a.mode", " SAFE ");
    assertThat(MODE.getChoice(conf)).isEqualTo("safe");
    conf.set("a.mode", "wild");
    assertThatThrownBy(() -> MODE.getChoice(conf)).hasMessageContaining("one of fast, safe");
  }

  @Test
  void listsAreSplitAtCommasAndLineEnds() {
    conf.set("a.names", "\n  one,\n  two ,, three\n");
    assertThat(NAMES.getList(conf)).containsExactly("one", "two", "three");
    conf.set("a.names", "  ");
    assertThat(NAMES.getList(conf)).isEmpty();
  }

  @Test
  void familiesGiveKeysByName() {
    assertThat(FAMILY.isFamily()).isTrue();
    assertThat(FAMILY.named("A$1", "B\\2").name()).isEqualTo("a.thing.A$1.part.B\\2.id");
    assertThat(FAMILY.named("A", "B").isFamily()).isFalse();
  }

  @Test
  void familiesCoverTheirKeysOnly() {
    assertThat(FAMILY.covers("a.thing.A.part.B.id")).isTrue();
    assertThat(FAMILY.covers("a.thing.A.part.B.ids")).isFalse();
    assertThat(FAMILY.covers("a.thing.A.part..id")).isFalse();
    assertThat(FAMILY.covers("a.thing.A.C.part.B.id")).isFalse();
    assertThat(COUNT.covers("a.count")).isTrue();
    assertThat(COUNT.covers("a1count")).isFalse();
  }

  @Test
  void requiredNumbersAreAFaultWhenMissing() {
    assertThat(FAMILY.named("A", "B").fault(conf).orElseThrow())
        .isEqualTo(
            "a.thing.A.part.B.id: '' is not allowed; it has to be a whole number from 1 to 9");
  }
}
