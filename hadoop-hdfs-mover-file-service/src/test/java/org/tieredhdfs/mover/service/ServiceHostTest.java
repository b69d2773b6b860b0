package org.tieredhdfs.mover.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.SafeModeAction;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.test.GenericTestUtils.LogCapturer;
import org.apache.hadoop.thirdparty.com.google.common.util.concurrent.Uninterruptibles;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.mover.MoverCluster;
import org.tieredhdfs.mover.conf.MoverKeys;
import org.tieredhdfs.mover.service.request.ServiceSettings;
import org.tieredhdfs.waits.Waits;

/** An instance goes back to standing by instead of ending. */
class ServiceHostTest {
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  @TempDir static File folder;
  private static MoverCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    cluster = MoverCluster.alike(folder, StorageType.SSD, StorageType.DISK);
    cluster.conf.set(MoverKeys.SERVICE_STANDBY_INTERVAL.name(), "100ms");
    cluster.conf.setInt(CommonConfigurationKeys.IPC_CLIENT_CONNECT_MAX_RETRIES_KEY, 1);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  /** An instance in a thread of its own. */
  private static final class Instance implements ServiceHost.Listener, AutoCloseable {
    private final ServiceHost host = new ServiceHost(cluster.conf, cluster.fs.getUri(), this);
    private final AtomicInteger standBys = new AtomicInteger();
    private final AtomicReference<@Nullable MoverService> atWork = new AtomicReference<>();
    private final AtomicReference<@Nullable Throwable> end = new AtomicReference<>();
    private final Thread thread = new Thread(this::run, "instance");

    Instance() {
      thread.start();
    }

    private void run() {
      try {
        host.run();
      } catch (IOException | RuntimeException e) {
        end.set(e);
      }
    }

    @Override
    public void standsBy() {
      standBys.incrementAndGet();
    }

    @Override
    public void works(MoverService service) {
      atWork.set(service);
    }

    @Override
    public void ends(MoverService service) {
      atWork.set(null);
    }

    boolean isAtWork() {
      return atWork.get() != null;
    }

    @Override
    public void close() {
      host.end();
      Uninterruptibles.joinUninterruptibly(thread);
      assertThat(end.get()).isNull();
    }
  }

  @Test
  void safeModeAndAnOutageAreWaitedOut() throws Exception {
    LogCapturer log = LogCapturer.captureLogs(LoggerFactory.getLogger(MoverService.class));
    cluster.fs.setSafeMode(SafeModeAction.ENTER);
    try (Instance instance = new Instance()) {
      Waits.until("it meets the safe mode", PATIENCE, () -> log.getOutput().contains("afe mode"));
      assertThat(instance.isAtWork()).isFalse();
      cluster.fs.setSafeMode(SafeModeAction.LEAVE);
      Waits.until("it works when the safe mode is over", PATIENCE, instance::isAtWork);
    } finally {
      cluster.fs.setSafeMode(SafeModeAction.LEAVE);
    }
    cluster.dfs.shutdownNameNode(0);
    log.clearOutput();
    try (Instance instance = new Instance()) {
      Waits.until("it meets the outage", PATIENCE, () -> log.getOutput().contains("Standby after"));
      cluster.dfs.restartNameNode(0);
      Waits.until("it works when the NameNode is back", PATIENCE, instance::isAtWork);
      assertThat(instance.standBys).hasValue(1);
    } finally {
      log.stopCapturing();
    }
  }

  @Test
  void anInstanceThatIsFencedStandsByAndTakesOverAgain() throws Exception {
    Path file = cluster.file("/fenced/file", 1, 3);
    try (Instance first = new Instance()) {
      Waits.until("the first works", PATIENCE, first::isAtWork);
      // what the NameNode does when it has not heard of the instance for a minute
      Path lock =
          new Path(ServiceSettings.of(cluster.conf).directory(), "leader")
              .makeQualified(cluster.fs.getUri(), cluster.fs.getWorkingDirectory());
      cluster.fs.recoverLease(lock);
      try (Instance second = new Instance()) {
        Waits.until("the second takes over the lock", PATIENCE, second::isAtWork);
        cluster.fs.setStoragePolicy(file, "ALL_SSD");
        Waits.until("the first ends its work, being fenced", PATIENCE, () -> !first.isAtWork());
        Waits.until("the first stands by", PATIENCE, () -> first.standBys.get() == 2);
        assertThat(cluster.awaitReplicasByType(file, Map.of("SSD", 3))).isEqualTo(Map.of("SSD", 3));
      }
      Waits.until("the first takes over again", PATIENCE, first::isAtWork);
      cluster.fs.setStoragePolicy(file, "HOT");
      assertThat(cluster.awaitReplicasByType(file, Map.of("DISK", 3))).isEqualTo(Map.of("DISK", 3));
    }
  }
}
