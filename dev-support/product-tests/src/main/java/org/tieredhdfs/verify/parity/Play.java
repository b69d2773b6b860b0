package org.tieredhdfs.verify.parity;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.util.functional.CallableRaisingIOE;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.verify.fixture.FileCheck;
import org.tieredhdfs.verify.fixture.PromisedFile;
import org.tieredhdfs.verify.fixture.TestedCluster;
import org.tieredhdfs.verify.parity.PlayResult.Done;
import org.tieredhdfs.verify.parity.PlayResult.Kept;

/** Plays a schedule once on a cluster. */
final class Play {
  private static final Logger LOG = LoggerFactory.getLogger(Play.class);

  private final Schedule<ClientStep, Fault> schedule;
  private final ParitySide side;
  private final TestedCluster hdfs;
  private final boolean hasFlash;
  private final Path root;

  /**
   * @param hasFlash whether there are SSDs, for some of the files
   * @param name of the folder of its files
   */
  Play(
      Schedule<ClientStep, Fault> schedule,
      ParitySide side,
      TestedCluster hdfs,
      boolean hasFlash,
      String name) {
    this.schedule = schedule;
    this.side = side;
    this.hdfs = hdfs;
    this.hasFlash = hasFlash;
    this.root = new Path("/parity", name);
  }

  PlayResult run() throws IOException, ClusterException, InterruptedException {
    Replicas replicas = new Replicas(hdfs.fs(), hdfs.view().record().volumes());
    List<Path> directories = directories();
    boolean isAlone = schedule.faults().size() == 1;
    PlayThreads threads =
        new PlayThreads(
            schedule.faults().stream().map(f -> new FaultRun(f, isAlone, hdfs, replicas)).toList());
    List<ScriptedClient> clients = new ArrayList<>();
    List<DistributedFileSystem> systems = new CopyOnWriteArrayList<>();
    CallableRaisingIOE<DistributedFileSystem> opening =
        () -> {
          DistributedFileSystem fs = hdfs.newClient();
          systems.add(fs);
          return fs;
        };
    try {
      for (int i = 0; i < schedule.scripts().size(); i++) {
        Path directory = directories.get(i % directories.size());
        clients.add(new ScriptedClient(i, schedule, opening, directory, threads));
        threads.add(clients.get(i));
      }
      long mendedNs = threads.startUntilMended();
      List<String> unused = hdfs.control().startDead();
      long servingMs = new Serving(hdfs.fs(), replicas.storages(), directories).await(mendedNs);
      threads.awaitClients();
      List<Done> done = new ArrayList<>(threads.done());
      List<Kept> kept = new ArrayList<>();
      for (ScriptedClient client : clients) {
        for (PromisedFile file : client.files()) {
          kept.add(check(file, done));
        }
      }
      delete();
      return new PlayResult(
          side.label(),
          done,
          Kept.ofRolledLogs(kept, ScriptedClient.ROLLED),
          servingMs,
          threads.outcomes());
    } finally {
      threads.close();
      for (DistributedFileSystem fs : systems) {
        fs.getClient().closeAllFilesBeingWritten(true);
        fs.close();
      }
    }
  }

  private void delete() {
    try {
      hdfs.fs().delete(root, true);
    } catch (IOException e) {
      // What is left there disturbs nobody: the next play has a folder of its own.
      LOG.info("{} stays", root, e);
    }
  }

  /** One for each type of volumes. */
  private List<Path> directories() throws IOException {
    List<Path> directories = new ArrayList<>();
    hdfs.fs().enableErasureCodingPolicy(ScriptedClient.STRIPED);
    for (String policy : hasFlash ? List.of("HOT", "ALL_SSD") : List.of("HOT")) {
      Path directory = new Path(root, policy);
      hdfs.fs().mkdirs(directory);
      hdfs.fs().setStoragePolicy(directory, policy);
      hdfs.fs().allowSnapshot(directory);
      directories.add(directory);
    }
    return directories;
  }

  /** What is left of a file, when its lease is recovered: one that is not may tell anything. */
  private Kept check(PromisedFile file, List<Done> done) throws InterruptedException {
    String name = file.path().getName();
    long startNs = System.nanoTime();
    String failure = "";
    try {
      if (hdfs.fs().exists(file.path())) {
        ScriptedClient.recover(hdfs.fs(), file.path());
      }
    } catch (IOException | TimeoutException e) {
      failure = e.toString();
    }
    long ms = (System.nanoTime() - startNs) / 1_000_000;
    done.add(new Done("end of " + name, false, ms, -1, failure));
    FileCheck.Finding finding =
        FileCheck.of(hdfs.fs(), file, Fault.areFlushesPromised(schedule.faults()));
    // What a log has beside that, HBase has written to the next one
    long kept =
        ScriptedClient.isLog(file) ? Math.min(finding.kept(), file.flushedBytes()) : finding.kept();
    return new Kept(name, kept, finding.lost(), finding.wrong());
  }
}
