package org.tieredhdfs.tiering.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.SafeModeAction;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tieredhdfs.hdfs.image.NameNodes;
import org.tieredhdfs.tiering.cli.SelectCommand;

/** Images that a NameNode has written, with all that a namespace can hold. */
class NamespaceImageTest {
  private static final int BLOCK_BYTES = 1 << 20;

  @TempDir private Path folder;

  @ParameterizedTest(name = "compressed: {0}, in parts: {1}")
  @CsvSource({"false, false", "true, false", "false, true"})
  void holdsTheLiveFilesAsTheNameNodeShowsThem(boolean isCompressed, boolean isInParts)
      throws Exception {
    Configuration conf = new HdfsConfiguration();
    conf.setInt(DFSConfigKeys.DFS_BLOCK_SIZE_KEY, BLOCK_BYTES);
    conf.setBoolean(DFSConfigKeys.DFS_IMAGE_COMPRESS_KEY, isCompressed);
    conf.setBoolean(DFSConfigKeys.DFS_IMAGE_PARALLEL_LOAD_KEY, isInParts);
    conf.setInt(DFSConfigKeys.DFS_IMAGE_PARALLEL_INODE_THRESHOLD_KEY, 2);
    try (MiniDFSCluster cluster =
        new MiniDFSCluster.Builder(conf, folder.toFile())
            .numDataNodes(1)
            .storageTypes(new StorageType[] {StorageType.DISK, StorageType.ARCHIVE})
            .build()) {
      cluster.waitActive();
      DistributedFileSystem fs = cluster.getFileSystem();
      try (FSDataOutputStream open = fs.create(path("/open"))) {
        open.write(1);
        open.hsync();
        fill(fs);
        check(save(fs), fs);
      }
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      new SelectCommand(conf, print(out), print(new ByteArrayOutputStream()))
          .run(List.of("--work-dir", folder.toString(), "policy = COLD and size > 1m"));
      assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("/cold/inherits\n");
      assertThat(folder.toFile().list((in, name) -> name.startsWith("filemover"))).isEmpty();
    }
  }

  private static PrintStream print(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }

  private static org.apache.hadoop.fs.Path path(String path) {
    return new org.apache.hadoop.fs.Path(path);
  }

  private static void write(DistributedFileSystem fs, String name, long bytes) throws IOException {
    DFSTestUtil.createFile(fs, path(name), bytes, (short) 1, name.hashCode());
  }

  private static void fill(DistributedFileSystem fs) throws Exception {
    write(fs, "/ä b", 2 * BLOCK_BYTES + 17);
    write(fs, "/empty", 0);
    fs.mkdirs(path("/cold/hot"));
    fs.setStoragePolicy(path("/cold"), "COLD");
    fs.setStoragePolicy(path("/cold/hot"), "HOT");
    write(fs, "/cold/inherits", BLOCK_BYTES + 1);
    write(fs, "/cold/hot/below", 3);
    write(fs, "/cold/own", 4);
    fs.setStoragePolicy(path("/cold/own"), "ALL_SSD");
    fs.setOwner(path("/cold/own"), "ann", "dba");
    fs.setReplication(path("/cold/own"), (short) 3);
    fs.setTimes(path("/cold/own"), 1_000_000, 2_000_000);
    write(fs, "/pins/a/b", 1);
    fs.setXAttr(path("/pins"), NamespaceImage.PIN, new byte[0]);
    fs.setXAttr(path("/empty"), NamespaceImage.PIN, new byte[] {1});
    fs.mkdirs(path("/ec"));
    fs.setStoragePolicy(path("/ec"), "ONE_SSD");
    fs.enableErasureCodingPolicy("XOR-2-1-1024k");
    fs.setErasureCodingPolicy(path("/ec"), "XOR-2-1-1024k");
    write(fs, "/ec/empty", 0);
    fs.createSymlink(path("/empty"), path("/link"), false);
    write(fs, "/kept/deleted", 10);
    write(fs, "/kept/d/deleted", 11);
    write(fs, "/kept/out", 12);
    write(fs, "/kept/e/out", 13);
    write(fs, "/kept/stays", 14);
    fs.allowSnapshot(path("/kept"));
    fs.createSnapshot(path("/kept"), "s1");
    fs.delete(path("/kept/deleted"), true);
    fs.delete(path("/kept/d"), true);
    fs.rename(path("/kept/out"), path("/cold/renamed"));
    fs.rename(path("/kept/e"), path("/cold/e"));
    fs.rename(path("/kept/stays"), path("/kept/renamed"));
  }

  private File save(DistributedFileSystem fs) throws IOException {
    fs.setSafeMode(SafeModeAction.ENTER);
    fs.saveNamespace();
    fs.setSafeMode(SafeModeAction.LEAVE);
    Path into = folder.resolve("image");
    assertThat(into.toFile().mkdir()).isTrue();
    return new NameNodes(fs).newestImage(into);
  }

  private static void check(File image, DistributedFileSystem fs) throws IOException {
    Map<String, String> files = new TreeMap<>();
    NamespaceImage namespace = new NamespaceImage(fs.getConf(), image, done -> {});
    namespace.forEachFile(
        file ->
            assertThat(
                    files.put(
                        file.path(),
                        String.join(
                                " ",
                                Long.toString(file.number()),
                                Long.toString(file.lengthBytes()),
                                Integer.toString(file.replication()),
                                file.owner(),
                                file.group(),
                                Integer.toString(file.policy()),
                                Long.toString(file.writtenMs()),
                                Long.toString(file.readMs()),
                                file.isErasureCoded() ? "ec" : "-")
                            + marks(file)))
                .isNull());
    assertThat(files).isEqualTo(expected(fs));
  }

  private static String marks(FileInode file) {
    return (file.isOpen() ? " open" : "")
        + (file.isPinned() ? " pinned" : "")
        + (file.hasSnapshots() ? " snapshots" : "");
  }

  /** The same, as a client sees it. */
  private static Map<String, String> expected(DistributedFileSystem fs) throws IOException {
    Map<String, String> files = new TreeMap<>();
    for (String name :
        List.of(
            "/open",
            "/ä b",
            "/empty",
            "/cold/inherits",
            "/cold/hot/below",
            "/cold/own",
            "/pins/a/b",
            "/ec/empty",
            "/cold/renamed",
            "/cold/e/out",
            "/kept/renamed")) {
      var status = fs.getClient().getFileInfo(name);
      String marks =
          switch (name) {
            case "/open" -> " open";
            case "/empty", "/pins/a/b" -> " pinned";
            case "/kept/renamed" -> " snapshots";
            default -> "";
          };
      // the first hsync of a block tells the NameNode its length
      long bytes = name.equals("/open") ? 1 : status.getLen();
      files.put(
          name,
          String.join(
                  " ",
                  Long.toString(status.getFileId()),
                  Long.toString(bytes),
                  Integer.toString(status.getReplication()),
                  status.getOwner(),
                  status.getGroup(),
                  Integer.toString(
                      status.getStoragePolicy() == 7 && !name.startsWith("/cold")
                          ? 0
                          : status.getStoragePolicy()),
                  Long.toString(status.getModificationTime()),
                  Long.toString(status.getAccessTime()),
                  status.getErasureCodingPolicy() != null ? "ec" : "-")
              + marks);
    }
    return files;
  }
}
