package org.tieredhdfs.hdfs.datanode;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Random operations of many clients while volumes hang, fail, come and go, block pools are removed
 * and DataNodes restart; at the end every acknowledged byte is there, no replica is lost or doubled
 * and nothing is left locked.
 *
 * <p>{@code -Dtiered.stress.seed} repeats a run as far as threads allow, {@code
 * -Dtiered.stress.minutes} sets the length of the long form.
 */
class DatasetStressTest {
  private static final Logger LOG = LoggerFactory.getLogger(DatasetStressTest.class);
  private static final int CLIENTS = 8;
  private static final long SEED = 20_261_121;

  @TempDir File folder;

  @Test
  @Timeout(300)
  void shortForm() throws Exception {
    run(20);
  }

  @Test
  @Tag("slow")
  @Timeout(36_000)
  void longForm() throws Exception {
    run(60 * Long.getLong("tiered.stress.minutes", 5));
  }

  private void run(long seconds) throws Exception {
    long seed = Long.getLong("tiered.stress.seed", SEED);
    StressClient.Board board = new StressClient.Board();
    try (DeadlockWatch deadlocks = new DeadlockWatch();
        StressCluster stress = new StressCluster(folder)) {
      StressTrouble trouble = new StressTrouble(stress, new Random(seed));
      List<Background<List<StressFile>>> clients = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        clients.add(
            new Background<>(
                "client " + i, new StressClient(stress, i % 2, new Random(seed + 1 + i), board)));
      }
      List<List<StressFile>> promised = List.of(new ArrayList<>(), new ArrayList<>());
      try {
        trouble.make(seconds);
      } finally {
        board.stop = true;
        LOG.info(
            "stress with seed {}: {}; succeeded {}, failed {}",
            seed,
            trouble,
            board.succeeded,
            board.failed);
      }
      for (int i = 0; i < CLIENTS; i++) {
        promised.get(i % 2).addAll(clients.get(i).get(90_000));
      }
      assertThat(board.wrong).isEmpty();
      assertThat(board.succeeded.values()).allMatch(count -> count.get() > 0);

      StressVerdict verdict = new StressVerdict(stress);
      stress.cluster.waitActive();
      stress.cluster.triggerBlockReports();
      for (int space = 0; space < promised.size(); space++) {
        promised.get(space).removeIf(file -> !file.isPromised());
        verdict.everyByteIsThere(space, promised.get(space));
      }
      verdict.allIsInOrder();
      assertThat(deadlocks.found()).isNull();
    }
  }
}
