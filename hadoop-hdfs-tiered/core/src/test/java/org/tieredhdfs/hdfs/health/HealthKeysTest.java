package org.tieredhdfs.hdfs.health;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class HealthKeysTest {
  private final Configuration conf = new Configuration(false);

  @Test
  void theDefaultsAreATenthAndTenMinutes() {
    assertThat(HealthSettings.of(conf))
        .isEqualTo(new HealthSettings(0.1, 600_000, 3, 128 << 20, 6_000));
  }

  @Test
  void aBadValueIsRefusedWithTheKeyAndWhatIsAllowed() {
    conf.set("dfs.tiered.volume.exclusion.max.share", "10%");
    conf.set("dfs.tiered.volume.exclusion.replace.after", "-1m");
    assertThat(new HealthKeys().faults("NameNode", conf))
        .hasSize(2)
        .anySatisfy(
            fault ->
                assertThat(fault)
                    .contains("dfs.tiered.volume.exclusion.max.share", "'10%'", "0 to 1"))
        .anySatisfy(
            fault ->
                assertThat(fault).contains("dfs.tiered.volume.exclusion.replace.after", "'-1m'"));
  }

  @Test
  void aShareIsRoundedDownButOneVolumeAlwaysMayBeExcluded() {
    HealthSettings tenth = new HealthSettings(0.1, 0, 3, 1, 6_000);
    assertThat(tenth.limit(1)).isEqualTo(1);
    assertThat(tenth.limit(19)).isEqualTo(1);
    assertThat(tenth.limit(20)).isEqualTo(2);
    assertThat(new HealthSettings(0, 0, 3, 1, 6_000).limit(100)).isZero();
    assertThat(new HealthSettings(1, 0, 3, 1, 6_000).limit(7)).isEqualTo(7);
  }
}
