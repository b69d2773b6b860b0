package org.tieredhdfs.localcluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.localcluster.media.VolumeLayout;
import org.tieredhdfs.localcluster.spec.ClassArchive;
import org.tieredhdfs.localcluster.spec.ClassPaths;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.localcluster.spec.Role;

/** Real daemons, one of which starts from the classes of another. */
@Tag("slow")
@Timeout(300)
class ClassArchivesTest {
  private static final Path HOME = Path.of("../..").toAbsolutePath().normalize();

  @TempDir Path tmp;

  private ClusterSpec.Builder builder() throws Exception {
    return ClusterSpec.builder(tmp.resolve("c"), ClassPaths.built(HOME))
        .hbase(false)
        .dataNodes(1)
        .layout(VolumeLayout.parse("DISK=1"));
  }

  private ClassArchive archive() throws Exception {
    return new ClassArchives(tmp.resolve("archives"))
        .ofDataNodes("test", builder(), Progress.silent())
        .orElseThrow();
  }

  @BeforeEach
  void requireJars() throws Exception {
    // mvn test has the classes of modules in directories, of which Java makes no archive
    assumeTrue(
        Arrays.stream(ClassPaths.built(HOME).tiered().split(":", -1))
            .allMatch(entry -> entry.endsWith(".jar")),
        "needs the jars: mvn verify");
  }

  @Test
  void dataNodesStartFromAnArchiveThatIsMadeOnce() throws Exception {
    ClassArchive archive = archive();
    FileTime made = Files.getLastModifiedTime(archive.file());
    assertThat(archive()).isEqualTo(archive);
    assertThat(Files.getLastModifiedTime(archive.file())).isEqualTo(made);

    Path loaded = tmp.resolve("loaded");
    ClusterSpec spec =
        builder()
            .classArchive(Role.DATANODE, archive)
            .javaOptions(Role.DATANODE, List.of("-Xlog:class+load:file=" + loaded))
            .build();
    try (LocalCluster cluster = new LocalCluster(spec, Progress.silent())) {
      cluster.startHdfs();
      assertThat(Files.readString(loaded))
          .contains("org.apache.hadoop.hdfs.server.datanode.DataNode source: shared objects file")
          .contains("org.tieredhdfs.hdfs.agree.HandshakeBridge source: shared objects file");
    }
  }
}
