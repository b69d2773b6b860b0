package org.tieredhdfs.product.datanode;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.localcluster.ClusterView;
import org.tieredhdfs.localcluster.JmxPage;
import org.tieredhdfs.localcluster.LocalCluster;
import org.tieredhdfs.localcluster.media.VolumeLayout;
import org.tieredhdfs.localcluster.spec.ClassPaths;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.waits.Waits;

/** Far more readers go away than a volume takes threads at the default limit. */
@Tag("slow")
@Timeout(900)
class AbortedReadsOnDaemonsTest {
  private static final Path HOME = Path.of("../..").toAbsolutePath().normalize();
  private static final int READS = 2_000;
  private static final int FILE_BYTES = 64 << 20;
  private static final org.apache.hadoop.fs.Path FILE = new org.apache.hadoop.fs.Path("/file");

  @Test
  void twoThousandAbortedReadsLeaveTheVolumeOpen(@TempDir Path directory) throws Exception {
    ClusterSpec spec =
        ClusterSpec.builder(directory.resolve("c"), ClassPaths.built(HOME))
            .hbase(false)
            .dataNodes(1)
            .layout(VolumeLayout.parse("DISK=1"))
            .setting("dfs.replication", "1")
            .setting(
                "dfs.datanode.fsdataset.factory",
                "org.tieredhdfs.hdfs.datanode.TieredFsDatasetFactory")
            .build();
    try (LocalCluster cluster = new LocalCluster(spec, Progress.silent())) {
      ClusterView view = cluster.startHdfs();
      try (FileSystem fs = FileSystem.newInstance(view.hdfsConf())) {
        write(fs, FILE, FILE_BYTES);
        for (int i = 0; i < READS; i++) {
          try (FSDataInputStream in = fs.open(FILE)) {
            assertThat(in.read()).isZero();
          }
        }
        Waits.until("nothing is in flight", Duration.ofMinutes(2), () -> inFlight(view) == 0);
        write(fs, new org.apache.hadoop.fs.Path("/after"), 1024);
        try (FSDataInputStream in = fs.open(FILE)) {
          in.readFully(FILE_BYTES - 1024L, new byte[1024]);
        }
      }
    }
  }

  private static void write(FileSystem fs, org.apache.hadoop.fs.Path file, int bytes)
      throws IOException {
    try (FSDataOutputStream out = fs.create(file)) {
      out.write(new byte[bytes]);
    }
  }

  private static int inFlight(ClusterView view) throws Exception {
    JsonNode shown =
        JmxPage.read(view.dataNode("dn0").http(), "Hadoop:service=DataNode,name=TieredVolumes-*");
    int threads = 0;
    for (JsonNode volume : shown.path("OperationsInFlight")) {
      threads += volume.path("value").asInt();
    }
    return threads;
  }
}
