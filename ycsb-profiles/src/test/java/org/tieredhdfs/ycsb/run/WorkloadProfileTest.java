package org.tieredhdfs.ycsb.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class WorkloadProfileTest {

  @ParameterizedTest
  @EnumSource
  void recordsAreFiveFieldsOf200Bytes(WorkloadProfile profile) {
    assertThat(profile.properties())
        .containsEntry("fieldcount", "5")
        .containsEntry("fieldlength", "200")
        .containsEntry("workload", "site.ycsb.workloads.CoreWorkload");
    assertThat(WorkloadProfile.named(profile.profileName())).isSameAs(profile);
  }

  @ParameterizedTest
  @EnumSource(names = "LOAD", mode = EnumSource.Mode.EXCLUDE)
  void mixesAddUpToOneAndWriteUnbuffered(WorkloadProfile profile) {
    Properties properties = profile.properties();
    double sum = 0;
    for (String operation : new String[] {"read", "update", "insert", "scan"}) {
      sum += Double.parseDouble(properties.getProperty(operation + "proportion"));
    }
    assertThat(sum).isEqualTo(1.0);
    assertThat(properties).containsEntry("clientbuffering", "false");
    assertThat(Integer.parseInt(properties.getProperty("operationcount"))).isPositive();
  }

  @ParameterizedTest
  @EnumSource(
      names = {"LOAD", "MIX"},
      mode = EnumSource.Mode.EXCLUDE)
  void theNameOfAStudysMixSaysItsParts(WorkloadProfile profile) {
    Matcher part = Pattern.compile("([a-z]+)(\\d+)").matcher(profile.profileName());
    int parts = 0;
    while (part.find()) {
      double percent = Double.parseDouble(part.group(2));
      assertThat(profile.properties())
          .containsEntry(part.group(1) + "proportion", Double.toString(percent / 100));
      parts++;
    }
    assertThat(parts).isEqualTo(2);
  }

  @Test
  void anUnknownNameIsAnsweredWithTheKnownOnes() {
    assertThatThrownBy(() -> WorkloadProfile.named("heavy"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'heavy'")
        .hasMessageContaining("load, mix, insert55-read45");
  }

  @Test
  void changesToACopyStayInIt() {
    WorkloadProfile.LOAD.properties().setProperty("fieldcount", "1");

    assertThat(WorkloadProfile.LOAD.properties()).containsEntry("fieldcount", "5");
  }
}
