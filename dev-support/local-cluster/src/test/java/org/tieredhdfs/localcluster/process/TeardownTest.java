package org.tieredhdfs.localcluster.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.localcluster.spec.ClusterDirs;
import org.tieredhdfs.localcluster.spec.Progress;

/** With real processes that carry a cluster's mark. */
class TeardownTest {
  @TempDir Path tmp;
  private final List<Process> processes = new ArrayList<>();
  private ClusterDirs dirs = new ClusterDirs(Path.of("/unset"));

  @BeforeEach
  void claimDirectory() throws IOException {
    dirs = ClusterDirs.of(tmp.toRealPath().resolve("c"));
    dirs.mark();
  }

  @AfterEach
  void endWhatIsLeft() {
    processes.forEach(Process::destroyForcibly);
  }

  @Test
  void endsTheProcessesOfItsDirectoryAndNoOthers() throws Exception {
    Process own = marked(JavaCommand.clusterMark(dirs), "");
    Process neighbour = marked(JavaCommand.clusterMark(ClusterDirs.of(tmp.resolve("cc"))), "");
    Process below = marked(JavaCommand.clusterMark(ClusterDirs.of(tmp.resolve("c/d"))), "");
    Teardown.Result result = new Teardown(dirs, Progress.silent()).run(false);
    assertThat(result.processes()).isEqualTo(1);
    assertThat(own.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(neighbour.isAlive()).isTrue();
    assertThat(below.isAlive()).isTrue();
  }

  @Test
  void endsAProcessThatDoesNotWantToByForce() throws Exception {
    Process stubborn = marked(JavaCommand.clusterMark(dirs), "trap '' TERM;");
    // The trap has to be set before the test is one.
    assertThat(stubborn.inputReader().readLine()).isEqualTo("ready");
    new Teardown(dirs, Progress.silent()).run(false);
    assertThat(stubborn.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(stubborn.exitValue()).isEqualTo(128 + 9);
  }

  @Test
  void mayBeRunWhenNothingIsThereAndAgain() throws Exception {
    Teardown.Result nothing = new Teardown.Result(0, 0, 0);
    assertThat(new Teardown(dirs, Progress.silent()).run(false)).isEqualTo(nothing);
    assertThat(new Teardown(dirs, Progress.silent()).run(false)).isEqualTo(nothing);
    ClusterDirs never = ClusterDirs.of(tmp.resolve("never"));
    assertThat(new Teardown(never, Progress.silent()).run(false)).isEqualTo(nothing);
  }

  @Test
  void removesTheClustersDataAndKeepsItsLogs() throws Exception {
    fill();
    new Teardown(dirs, Progress.silent()).run(false);
    assertThat(dirs.logs().resolve("namenode.log")).exists();
    assertThat(dirs.volumes()).doesNotExist();
    assertThat(dirs.description()).doesNotExist();
    assertThat(dirs.dir().resolve("notes.txt")).exists();
  }

  @Test
  void keepsTheDataIfAsked() throws Exception {
    fill();
    new Teardown(dirs, Progress.silent()).run(true);
    assertThat(dirs.volumes().resolve("dn0/DISK0/block")).exists();
  }

  @Test
  void removesNothingFromADirectoryThatIsNoClusters() throws Exception {
    Path home = Files.createDirectories(tmp.resolve("home/data"));
    Files.writeString(home.resolve("thesis"), "");
    new Teardown(ClusterDirs.of(tmp.resolve("home")), Progress.silent()).run(false);
    assertThat(home.resolve("thesis")).exists();
  }

  @Test
  void removesItsFolderInSharedMemoryAndDoesNotFollowLinksFromThere() throws Exception {
    Path outside = Files.writeString(tmp.resolve("outside"), "");
    Files.createDirectories(dirs.sharedMemory().resolve("dn0/RAMDISK0"));
    Files.createSymbolicLink(dirs.sharedMemory().resolve("link"), tmp);
    new Teardown(dirs, Progress.silent()).run(false);
    assertThat(dirs.sharedMemory()).doesNotExist();
    assertThat(outside).exists();
  }

  private void fill() throws IOException {
    Files.createDirectories(dirs.volumes().resolve("dn0/DISK0"));
    Files.writeString(dirs.volumes().resolve("dn0/DISK0/block"), "");
    Files.createDirectories(dirs.logs());
    Files.writeString(dirs.logs().resolve("namenode.log"), "");
    Files.writeString(dirs.description(), "{}");
    Files.writeString(dirs.dir().resolve("notes.txt"), "a user's own");
  }

  /** A shell with the mark among its arguments, as a JVM would have it. */
  /** Waits without another process, which would have the mark, too, until it is a program. */
  private Process marked(String mark, String before) throws IOException {
    Process process =
        new ProcessBuilder(
                "sh", "-c", before + " echo ready; while :; do read -r line; done", "sh", mark)
            .start();
    processes.add(process);
    return process;
  }
}
