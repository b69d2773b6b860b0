package org.tieredhdfs.verify.parity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ScheduleTest {
  private static final int SEEDS = 500;

  @Test
  void aSeedMakesOneScheduleAndAnotherOneAnother() {
    assertThat(FileSchedule.random(7, 2)).isEqualTo(FileSchedule.random(7, 2));
    assertThat(FileSchedule.random(7, 2)).isNotEqualTo(FileSchedule.random(8, 2));
    assertThat(Shape.of(7)).isEqualTo(Shape.of(8));
  }

  @Test
  void everyFaultAndEveryOperationIsPlayedByAndByAndBeginsAtAnOperationThatThereIs() {
    Set<Fault.Kind> faults = EnumSet.noneOf(Fault.Kind.class);
    Set<ClientStep.Kind> operations = EnumSet.of(ClientStep.Kind.CREATE_LARGE);
    LongStream.range(0, SEEDS)
        .mapToObj(seed -> FileSchedule.random(seed, 2))
        .forEach(
            schedule -> {
              assertThat(schedule.faults()).hasSize(2);
              for (Fault fault : schedule.faults()) {
                faults.add(fault.kind());
                assertThat(fault.operation())
                    .isLessThan(schedule.scripts().get(fault.client()).size());
              }
              schedule
                  .scripts()
                  .forEach(script -> script.forEach(one -> operations.add(one.kind())));
            });

    assertThat(faults).containsExactlyInAnyOrder(Fault.Kind.values());
    assertThat(operations).containsExactlyInAnyOrder(ClientStep.Kind.values());
  }

  @Test
  void allShapesAreUsed() {
    assertThat(LongStream.range(0, SEEDS * Shape.SEEDS).mapToObj(Shape::of).distinct()).hasSize(5);
  }

  @Test
  void aScheduleIsPrintedWithAllThatIsNeededToFollowIt() {
    assertThat(FileSchedule.loss(1).lines())
        .containsExactly(
            "client 0: [create_large 3, write 1048576 hsync, recover, read]",
            "fault: flip_stopped of cluster, replica 0 of client 0 after its operation 1, which"
                + " waits, 1.0 s, amount 100000");
  }
}
