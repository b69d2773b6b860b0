package org.tieredhdfs.mover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.security.PrivilegedExceptionAction;
import java.util.EnumSet;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.crypto.key.JavaKeyStoreProvider;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.client.CreateEncryptionZoneFlag;
import org.apache.hadoop.hdfs.client.HdfsAdmin;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.mover.api.FileOutcome;
import org.tieredhdfs.mover.api.FileResult;

/** Files in an encryption zone, moved by somebody who may have the key and by one who may not. */
class EncryptedFilesTest {
  private static final String KEY = "key-of-zone";
  private static final int BLOCKS = 3;

  @TempDir File folder;

  private static String keyStore(File file) {
    return JavaKeyStoreProvider.SCHEME_NAME + "://file" + file.getAbsolutePath();
  }

  @Test
  void filesInAnEncryptionZoneAreMovedAsTheyAreAlsoWithoutTheKey() throws Exception {
    Configuration conf = MoverCluster.shortIntervals();
    conf.set(
        CommonConfigurationKeysPublic.HADOOP_SECURITY_KEY_PROVIDER_PATH,
        keyStore(new File(folder, "zone.jks")));
    try (MoverCluster cluster =
        new MoverCluster(
            conf,
            new MiniDFSCluster.Builder(conf, new File(folder, "dfs"))
                .numDataNodes(2)
                .storagesPerDatanode(2)
                .storageTypes(new StorageType[] {StorageType.SSD, StorageType.DISK}))) {
      cluster
          .fs
          .getClient()
          .setKeyProvider(cluster.dfs.getNameNode().getNamesystem().getProvider());
      DFSTestUtil.createKey(KEY, cluster.dfs, conf);
      Path zone = new Path("/zone");
      cluster.fs.mkdirs(zone);
      new HdfsAdmin(cluster.fs.getUri(), conf)
          .createEncryptionZone(zone, KEY, EnumSet.of(CreateEncryptionZoneFlag.NO_TRASH));
      Path file = cluster.file("/zone/file", BLOCKS, 2);
      byte[] raw = raw(cluster, file);
      assertThat(raw).isNotEqualTo(DFSTestUtil.readFileAsBytes(cluster.fs, file));

      cluster.fs.setStoragePolicy(zone, "ALL_SSD");
      try (FileMover mover = cluster.mover()) {
        assertThat(cluster.move(mover, true, "/zone")).allMatch(FileResult::isGood).hasSize(1);
      }
      requireUnchanged(cluster, file, "SSD", raw);

      Configuration withoutKey = new Configuration(conf);
      withoutKey.set(
          CommonConfigurationKeysPublic.HADOOP_SECURITY_KEY_PROVIDER_PATH,
          keyStore(new File(folder, "other.jks")));
      withoutKey.setBoolean("dfs.client.ignore.namenode.default.kms.uri", true);
      cluster.fs.setStoragePolicy(zone, "HOT");
      PrivilegedExceptionAction<FileResult> move = () -> moveUnread(cluster, withoutKey, file);
      // a login of its own: where keys are to be found is remembered with the user
      String me = UserGroupInformation.getCurrentUser().getShortUserName();
      assertThat(UserGroupInformation.createRemoteUser(me).doAs(move).outcome())
          .isEqualTo(FileOutcome.MOVED);
      requireUnchanged(cluster, file, "DISK", raw);
    }
  }

  private static FileResult moveUnread(MoverCluster cluster, Configuration conf, Path file)
      throws Exception {
    try (FileSystem fs = FileSystem.newInstance(cluster.fs.getUri(), conf);
        FileMover mover = new FileMover(conf, cluster.fs.getUri())) {
      assertThatThrownBy(() -> DFSTestUtil.readFileAsBytes(fs, file))
          .hasMessageContaining("KeyVersion name");
      return cluster.move(mover, false, file.toString()).get(0);
    }
  }

  private static byte[] raw(MoverCluster cluster, Path file) throws Exception {
    return DFSTestUtil.readFileAsBytes(cluster.fs, new Path("/.reserved/raw" + file));
  }

  private static void requireUnchanged(MoverCluster cluster, Path file, String type, byte[] raw)
      throws Exception {
    assertThat(cluster.replicasByType(file)).isEqualTo(Map.of(type, 2 * BLOCKS));
    assertThat(cluster.isAsWritten(file, BLOCKS)).isTrue();
    assertThat(raw(cluster, file)).isEqualTo(raw);
  }
}
