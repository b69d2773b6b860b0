package org.tieredhdfs.verify.parity.hbase;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.verify.parity.ParitySide;
import org.tieredhdfs.verify.parity.PlayResult;
import org.tieredhdfs.verify.parity.PlayResult.Kept;
import org.tieredhdfs.verify.parity.PlayThreads;
import org.tieredhdfs.verify.parity.Schedule;

/** Plays a schedule once on HBase of a side. */
final class TablePlay {
  private static final Logger LOG = LoggerFactory.getLogger(TablePlay.class);
  private static final long READ_LIMIT_MS = 180_000;
  private static final long POLL_MS = 500;

  /** Twice what a play has been seen to need of the NameNode: more shows that somebody polls it. */
  private static final long MAX_CALLS = 15_000;

  private static final long MAX_CALLS_PER_SEC = 100;

  private final Schedule<TableStep, ServerFault> schedule;
  private final ParitySide which;
  private final HBaseSide side;
  private final String name;

  /**
   * @param name of its tables, which no other play has
   */
  TablePlay(
      Schedule<TableStep, ServerFault> schedule, ParitySide which, HBaseSide side, String name) {
    this.schedule = schedule;
    this.which = which;
    this.side = side;
    this.name = name;
  }

  PlayResult run() throws IOException, ClusterException, InterruptedException {
    Configuration conf = side.clientConf();
    long startNs = System.nanoTime();
    long callsBefore = side.nameNodeCalls();
    try (Connection connection = ConnectionFactory.createConnection(conf);
        PlayThreads threads =
            new PlayThreads(
                schedule.faults().stream()
                    .map(fault -> new ServerFaultRun(fault, side))
                    .toList())) {
      List<TableClient> clients = new ArrayList<>();
      for (int i = 0; i < schedule.scripts().size(); i++) {
        TableName table = TableName.valueOf(name + "-t" + i);
        clients.add(new TableClient(i, schedule, table, conf, connection, threads));
        clients.get(i).createTable();
        threads.add(clients.get(i));
      }
      threads.startUntilMended();
      threads.awaitClients();
      side.revive();
      long endNs = System.nanoTime();
      List<Kept> kept = new ArrayList<>();
      for (TableClient client : clients) {
        kept.add(kept(client, endNs));
      }
      boolean isServing = kept.stream().noneMatch(one -> one.keptBytes() < 0);
      long servingMs = isServing ? (System.nanoTime() - endNs) / 1_000_000 : PlayResult.NEVER_MS;
      kept.add(new Kept("mover", 0, side.moverComplaint(), ""));
      side.revive();
      kept.add(new Kept("servers", 0, side.takeEnded(), ""));
      List<String> outcomes = new ArrayList<>(threads.outcomes());
      kept.add(calls(callsBefore, startNs, outcomes));
      for (TableClient client : clients) {
        delete(client);
      }
      return new PlayResult(which.label(), threads.done(), kept, servingMs, outcomes);
    }
  }

  /** Waits until all regions serve: the rows, or -1 of them if they do not. */
  private static Kept kept(TableClient client, long sinceNs) throws InterruptedException {
    while (true) {
      try {
        return client.look();
      } catch (IOException e) {
        if (System.nanoTime() - sinceNs > TimeUnit.MILLISECONDS.toNanos(READ_LIMIT_MS)) {
          return new Kept(client.toString(), -1, "it cannot be read: " + e, "");
        }
        TimeUnit.MILLISECONDS.sleep(POLL_MS);
      }
    }
  }

  private Kept calls(long before, long startNs, List<String> outcomes) throws IOException {
    long now = side.nameNodeCalls();
    // one that has been started anew has counted anew
    long calls = now < before ? now : now - before;
    long seconds = (System.nanoTime() - startNs) / 1_000_000_000 + 1;
    String text = String.format(Locale.ROOT, "the NameNode had %,d calls in %d s", calls, seconds);
    outcomes.add(text);
    boolean isMuch = calls > MAX_CALLS + MAX_CALLS_PER_SEC * seconds;
    return new Kept("calls", 0, isMuch ? text : "", "");
  }

  private static void delete(TableClient client) {
    try {
      client.delete();
    } catch (IOException e) {
      // What is left disturbs nobody: the next play has tables of its own.
      LOG.info("Something stays", e);
    }
  }
}
