package org.tieredhdfs.verify.parity.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.verify.parity.Schedule;

class TableScheduleTest {
  private static final int SEEDS = 500;

  private static List<Schedule<TableStep, ServerFault>> all() {
    return LongStream.range(0, SEEDS).mapToObj(seed -> TableSchedule.random(seed, 2)).toList();
  }

  @Test
  void aSeedMakesOneScheduleAndAnotherOneAnother() {
    assertThat(TableSchedule.random(7, 2)).isEqualTo(TableSchedule.random(7, 2));
    assertThat(TableSchedule.random(7, 2).lines()).isNotEqualTo(TableSchedule.random(8, 2).lines());
    assertThat(TableSchedule.random(7, 1).scripts())
        .isEqualTo(TableSchedule.random(7, 2).scripts());
  }

  @Test
  void everyFaultAndEveryOperationIsPlayedByAndByAndBeginsAtAnOperationThatThereIs() {
    Set<ServerFault.Kind> faults = EnumSet.noneOf(ServerFault.Kind.class);
    Set<TableStep.Kind> operations = EnumSet.noneOf(TableStep.Kind.class);
    for (Schedule<TableStep, ServerFault> schedule : all()) {
      assertThat(schedule.faults()).hasSize(2);
      for (ServerFault fault : schedule.faults()) {
        faults.add(fault.kind());
        assertThat(fault.operation()).isLessThan(schedule.scripts().get(fault.client()).size());
      }
      schedule.scripts().forEach(script -> script.forEach(one -> operations.add(one.kind())));
    }

    assertThat(faults).containsExactlyInAnyOrder(ServerFault.Kind.values());
    assertThat(operations).containsExactlyInAnyOrder(TableStep.Kind.values());
  }

  @Test
  void aSnapshotIsUsedOnlyWhereThereIsOneAndRegionsAreSplitOrMergedOnce() {
    for (Schedule<TableStep, ServerFault> schedule : all()) {
      for (List<TableStep> script : schedule.scripts()) {
        List<TableStep.Kind> kinds = script.stream().map(TableStep::kind).toList();
        for (TableStep.Kind use :
            List.of(TableStep.Kind.CLONE, TableStep.Kind.RESTORE, TableStep.Kind.SCAN_SNAPSHOT)) {
          if (kinds.contains(use)) {
            assertThat(kinds.indexOf(TableStep.Kind.SNAPSHOT)).isBetween(0, kinds.indexOf(use));
          }
        }
        assertThat(
                kinds.stream()
                    .filter(EnumSet.of(TableStep.Kind.SPLIT, TableStep.Kind.MERGE)::contains))
            .hasSizeLessThan(2);
      }
    }
  }
}
