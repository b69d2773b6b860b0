package org.tieredhdfs.ycsb.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Side;

/** Runs of the stock client against a database that does nothing, well or badly. */
@Timeout(600)
class YcsbRunTest {

  @TempDir private Path directory;

  private YcsbSettings settings(YcsbPhase phase, WorkloadProfile profile) {
    return YcsbSettings.of("test", phase, profile, directory)
        .withDatabase(FaultyDatabase.class.getName())
        .withRecords(1000)
        .withJvmArgs(List.of("-Xmx128m"))
        .withTimeout(Duration.ofMinutes(4));
  }

  private static YcsbResult run(YcsbSettings settings) throws Exception {
    return new YcsbRun(settings, ProgressListener.NONE).run();
  }

  @Test
  void aLoadInsertsEveryRecordAndIsMeasured() throws Exception {
    YcsbResult result = run(settings(YcsbPhase.LOAD, WorkloadProfile.LOAD));

    assertThat(result.errors()).isZero();
    assertThat(result.expectedOps()).isEqualTo(1000);
    assertThat(result.opsPerSec()).isPositive();
    assertThat(result.operations()).hasSize(1);
    OperationResult insert = result.operations().get(0);
    assertThat(insert.name()).isEqualTo("insert");
    assertThat(insert.count()).isEqualTo(1000);
    assertThat(insert.p50Us()).isLessThanOrEqualTo(insert.p95Us());
    assertThat(insert.p99Us()).isLessThanOrEqualTo(insert.maxUs());
  }

  @Test
  void progressIsToldEachSecondAndLatencyIsInMicroseconds() throws Exception {
    AtomicLong calls = new AtomicLong();
    AtomicLong last = new AtomicLong();
    YcsbSettings settings =
        settings(YcsbPhase.RUN, WorkloadProfile.MIX)
            .withOperations(1000)
            .withProperty(FaultyDatabase.DELAY_MS, "12");

    YcsbResult result =
        new YcsbRun(
                settings,
                (done, total, opsPerSec) -> {
                  calls.incrementAndGet();
                  assertThat(done).isBetween(last.get(), total);
                  assertThat(total).isEqualTo(1000);
                  last.set(done);
                })
            .run();

    // 4 threads with 250 operations of 12 ms each: 3 s
    assertThat(calls.get()).isGreaterThanOrEqualTo(3);
    assertThat(last).hasValue(1000);
    assertThat(result.throughput()).hasSizeGreaterThanOrEqualTo(2);
    assertThat(result.throughput())
        .allSatisfy(point -> assertThat(point.opsPerSec()).isBetween(0.0, 1_000.0));
    assertThat(result.operations())
        .extracting(OperationResult::name)
        .containsExactly("read", "update");
    assertThat(result.operations())
        .allSatisfy(operation -> assertThat(operation.p50Us()).isBetween(12_000.0, 900_000.0));
  }

  @Test
  void aResultBecomesACaseOfAReport() throws Exception {
    YcsbResult result = run(settings(YcsbPhase.RUN, WorkloadProfile.MIX).withOperations(500));

    BenchmarkCase measured = YcsbCases.of(result, "mix", Side.STOCK, 2);

    assertThat(measured.metrics())
        .containsKeys("opsPerSec", "runTimeMs", "readP50Us", "updateP99Us", "updateMaxUs")
        .containsEntry("errors", 0.0);
    assertThat(result.operations().stream().mapToLong(OperationResult::count).sum()).isEqualTo(500);
    assertThat(measured.side()).isEqualTo(Side.STOCK);
    assertThat(measured.series()).hasSize(1);
  }

  @Test
  void failedOperationsAreCountedAndDoNotFailTheRun() throws Exception {
    YcsbResult result =
        run(
            settings(YcsbPhase.RUN, WorkloadProfile.MIX)
                .withOperations(1000)
                .withProperty(FaultyDatabase.FAIL_EVERY, "10"));

    assertThat(result.errors()).isEqualTo(100);
    assertThat(result.skippedOps()).isZero();
  }

  @Test
  void insertsThatThreadsNoLongerComeToAreErrors() throws Exception {
    // YCSB ends a loading thread at its first failure, and the process with 0
    YcsbResult result =
        run(
            settings(YcsbPhase.LOAD, WorkloadProfile.LOAD)
                .withThreads(1)
                .withProperty(FaultyDatabase.FAIL_EVERY, "10"));

    assertThat(result.errors()).isEqualTo(991);
    assertThat(result.skippedOps()).isEqualTo(990);
  }

  @Test
  void threadsThatCouldNotStartLeaveTheirOperationsAsErrors() throws Exception {
    // Where a thread did not start, YCSB ends its status thread by an interrupt. That is lost
    // while its first, slow look goes on: the others have to be at work for longer.
    YcsbResult result =
        run(
            settings(YcsbPhase.RUN, WorkloadProfile.MIX)
                .withOperations(1000)
                .withProperty(FaultyDatabase.DELAY_MS, "20")
                .withProperty(FaultyDatabase.FAIL_INITS, "1"));

    assertThat(result.errors()).isEqualTo(250);
    assertThat(result.firstFailure()).contains("no luck today");
  }

  @Test
  void ifNoThreadCouldStartTheReasonIsGiven() {
    assertThatThrownBy(
            () ->
                run(
                    settings(YcsbPhase.LOAD, WorkloadProfile.LOAD)
                        .withProperty(FaultyDatabase.FAIL_INITS, "99")))
        .isInstanceOf(YcsbException.class)
        .hasMessageStartingWith("YCSB test did no operation: no luck today")
        .hasMessageContaining("test.log");
  }

  @Test
  void aClientThatDoesNotComeFarEnoughIsShownByTheTailOfItsOutput() throws Exception {
    assertThatThrownBy(
            () ->
                run(
                    settings(YcsbPhase.LOAD, WorkloadProfile.LOAD)
                        .withProperty("workload", "no.such.Workload")))
        .isInstanceOf(YcsbException.class)
        .hasMessageContaining("no result")
        .hasMessageContaining("ClassNotFoundException: no.such.Workload");
    assertThat(Files.readString(directory.resolve("test.log"))).contains("no.such.Workload");
  }

  @Test
  void aDatabaseThatIsNotOnTheClassPathIsAFailure() {
    assertThatThrownBy(
            () -> run(settings(YcsbPhase.LOAD, WorkloadProfile.LOAD).withDatabase("no.such.Db")))
        .isInstanceOf(YcsbException.class)
        .hasMessageContaining("no.such.Db");
  }

  @Test
  void afterItsTimeAClientIsEnded() throws Exception {
    YcsbRun run =
        new YcsbRun(
            settings(YcsbPhase.RUN, WorkloadProfile.MIX)
                .withOperations(1_000_000)
                .withProperty(FaultyDatabase.DELAY_MS, "10")
                .withTimeout(Duration.ofSeconds(4)),
            ProgressListener.NONE);

    assertThatThrownBy(run::run)
        .isInstanceOf(YcsbException.class)
        .hasMessageContaining("did not end within 4 s")
        .hasMessageContaining("of 1000000 operations were done");
    assertEnded(run);
  }

  @Test
  void aRunWithATimeOfItsOwnMayEndBeforeAllIsDone() throws Exception {
    YcsbResult result =
        run(
            settings(YcsbPhase.RUN, WorkloadProfile.MIX)
                .withOperations(1_000_000)
                .withProperty("maxexecutiontime", "2")
                .withProperty(FaultyDatabase.DELAY_MS, "10"));

    assertThat(result.errors()).isZero();
    assertThat(result.runTimeMs()).isBetween(1_500.0, 60_000.0);
  }

  @Test
  void aCancelledRunEndsItsProcess() throws Exception {
    CountDownLatch running = new CountDownLatch(1);
    YcsbRun run =
        new YcsbRun(
            settings(YcsbPhase.RUN, WorkloadProfile.MIX)
                .withOperations(1_000_000)
                .withProperty(FaultyDatabase.DELAY_MS, "10"),
            (done, total, opsPerSec) -> running.countDown());
    CompletableFuture<YcsbResult> result = inBackground(run);

    assertThat(running.await(240, TimeUnit.SECONDS)).isTrue();
    run.cancel();

    assertThatThrownBy(() -> result.get(60, TimeUnit.SECONDS))
        .isInstanceOf(CancellationException.class);
    assertEnded(run);
  }

  @Test
  void aRunCancelledBeforeItStartsNeverStarts() {
    YcsbRun run =
        new YcsbRun(settings(YcsbPhase.LOAD, WorkloadProfile.LOAD), ProgressListener.NONE);

    run.cancel();

    assertThatThrownBy(run::run).isInstanceOf(CancellationException.class);
    assertThat(run.pid()).isEmpty();
  }

  @Test
  void aListenerThatFailsEndsTheRunWithItsFailure() {
    YcsbRun run =
        new YcsbRun(
            settings(YcsbPhase.RUN, WorkloadProfile.MIX)
                .withOperations(1_000_000)
                .withProperty(FaultyDatabase.DELAY_MS, "10"),
            (done, total, opsPerSec) -> {
              throw new IllegalStateException("the bar broke");
            });

    assertThatThrownBy(run::run)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the bar broke");
    assertEnded(run);
  }

  @Test
  void badSettingsAreRefusedBeforeAnythingStarts() {
    YcsbSettings good = settings(YcsbPhase.LOAD, WorkloadProfile.LOAD);

    assertThatThrownBy(() -> good.withThreads(0)).hasMessageContaining("threads: '0'");
    assertThatThrownBy(() -> good.withTimeout(Duration.ZERO)).hasMessageContaining("timeout");
    assertThatThrownBy(() -> run(good.withRecords(0))).hasMessageContaining("recordcount: '0'");
    assertThatThrownBy(() -> run(good.withProperty("recordcount", "1e6")))
        .hasMessageContaining("recordcount: '1e6'");
    assertThatThrownBy(
            () -> YcsbSettings.of("a/b", YcsbPhase.LOAD, WorkloadProfile.LOAD, directory))
        .hasMessageContaining("label: 'a/b'");
  }

  private static CompletableFuture<YcsbResult> inBackground(YcsbRun run) {
    CompletableFuture<YcsbResult> result = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                result.complete(run.run());
              } catch (YcsbException | InterruptedException | RuntimeException e) {
                result.completeExceptionally(e);
              }
            });
    thread.setDaemon(true);
    thread.start();
    return result;
  }

  private static void assertEnded(YcsbRun run) {
    CompletableFuture<ProcessHandle> end =
        ProcessHandle.of(run.pid().orElseThrow())
            .map(ProcessHandle::onExit)
            .orElseGet(() -> CompletableFuture.completedFuture(null));
    try {
      end.get(60, TimeUnit.SECONDS);
    } catch (InterruptedException | ExecutionException | java.util.concurrent.TimeoutException e) {
      throw new AssertionError("process " + run.pid() + " still runs", e);
    }
  }
}
