package org.tieredhdfs.hdfs.datanode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.FsVolumeImpl;
import org.apache.hadoop.io.IOUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A receiver that cannot open its files forgets its reference to the volume; stock loses it. */
class ForgottenWriterTest {
  @TempDir File folder;

  @Test
  void theVolumeIsGivenBack() throws Exception {
    try (OneNode node = new OneNode(folder, OneNode.configuration(true))) {
      Path file = new Path(OneNode.DISK, "f");
      DFSTestUtil.createFile(node.fs, file, 2_000, (short) 1, 1);
      FsVolumeImpl disk = node.volume(StorageType.DISK);
      OneNode.await("nobody uses it", 10_000, () -> disk.getReferenceCount() <= 1);
      int before = disk.getReferenceCount();

      Configuration other = new Configuration(node.cluster.getConfiguration(0));
      other.setInt("dfs.bytes-per-checksum", 1_024);
      try (FileSystem client = FileSystem.newInstance(node.fs.getUri(), other)) {
        assertThatThrownBy(() -> append(client, file)).isInstanceOf(IOException.class);
      }
      OneNode.await(
          "the reference is given back",
          20_000,
          () -> {
            System.gc();
            return disk.getReferenceCount() == before;
          });
      assertThat(node.state(StorageType.DISK).threads()).isZero();
    }
  }

  /** Without try-with-resources: a failed stream throws the same exception once more. */
  private static void append(FileSystem client, Path file) throws IOException {
    FSDataOutputStream out = client.append(file);
    try {
      out.write(new byte[4_000]);
      out.hflush();
    } finally {
      IOUtils.closeStream(out);
    }
  }
}
