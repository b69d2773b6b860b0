package org.tieredhdfs.hdfs.overlay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.namenode.ErasureCodingPolicyManager;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.hdfs.paths.PathPoliciesCommand;

/** Policies over an operator's own type, from the configuration to the replicas. */
class ConfiguredPolicyTest {
  private static final StorageType NVME = StorageType.valueOf("NVME");

  @TempDir File folder;
  private final Configuration conf = new HdfsConfiguration();
  private MiniDFSCluster cluster;
  private DistributedFileSystem fs;

  @BeforeEach
  void startCluster() throws Exception {
    conf.setInt(DFSConfigKeys.DFS_BLOCK_SIZE_KEY, 64 * 1024);
    conf.set("dfs.tiered.storage.policies", "ONE_NVME, MISSING_FIRST");
    conf.set("dfs.tiered.storage.policy.ONE_NVME.id", "3");
    conf.set("dfs.tiered.storage.policy.ONE_NVME.types", "NVME, DISK");
    conf.set("dfs.tiered.storage.policy.MISSING_FIRST.id", "9");
    conf.set("dfs.tiered.storage.policy.MISSING_FIRST.types", "QLC");
    conf.set("dfs.tiered.storage.policy.MISSING_FIRST.creation-fallbacks", "SSD, NVME, DISK");
    conf.set("dfs.tiered.storage.policy.MISSING_FIRST.replication-fallbacks", "DISK");
    conf.set(
        "dfs.tiered.path.policies", "/one=ONE_NVME, /fallback=MISSING_FIRST, /ram=ALL_RAMDISK");
    cluster =
        new MiniDFSCluster.Builder(conf, folder)
            .numDataNodes(3)
            .storageTypes(new StorageType[] {NVME, StorageType.DISK})
            .storagesPerDatanode(2)
            .build();
    cluster.waitActive();
    fs = cluster.getFileSystem();
  }

  @AfterEach
  void stopCluster() {
    cluster.shutdown();
  }

  private String applyPathPolicies() throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
    Configuration client = new Configuration(conf);
    client.set("fs.defaultFS", fs.getUri().toString());
    int exit =
        ToolRunner.run(client, new PathPoliciesCommand(stream, stream), new String[] {"--create"});
    String printed = out.toString(StandardCharsets.UTF_8);
    assertThat(exit).as(printed).isZero();
    return printed;
  }

  private List<String> typesOfANewFileIn(String directory) throws Exception {
    Path file = new Path(directory, "file");
    DFSTestUtil.createFile(fs, file, 1000, (short) 3, 1);
    // a file is closed when one DataNode has reported its replica
    DFSTestUtil.waitReplication(fs, file, (short) 3);
    LocatedBlock block =
        fs.getClient().getLocatedBlocks(file.toString(), 0).getLocatedBlocks().get(0);
    return Arrays.stream(block.getStorageTypes()).map(StorageType::name).sorted().toList();
  }

  @Test
  void configuredPoliciesAreOfferedAppliedAndPlaceReplicas() throws Exception {
    assertThat(fs.getAllStoragePolicies())
        .extracting(policy -> policy.getName())
        .contains("ONE_NVME", "MISSING_FIRST", "ALL_RAMDISK", "ONE_RAMDISK", "HOT");

    assertThat(applyPathPolicies()).contains("/one: made -> ONE_NVME");

    assertThat(typesOfANewFileIn("/one")).containsExactly("DISK", "DISK", "NVME");
    // neither QLC nor SSD is there: the second fallback
    assertThat(typesOfANewFileIn("/fallback")).containsExactly("NVME", "NVME", "NVME");
    // neither RAMDISK nor SSD is there
    assertThat(typesOfANewFileIn("/ram")).containsExactly("DISK", "DISK", "DISK");

    cluster.restartNameNode(true);
    assertThat(fs.getStoragePolicy(new Path("/one")).getName()).isEqualTo("ONE_NVME");
    assertThat(applyPathPolicies().lines())
        .hasSize(3)
        .allMatch(line -> line.endsWith(" unchanged"));
  }

  @Test
  void policiesOfOneTypeSuitErasureCodedFiles() {
    assertThat(suitsErasureCoding(9)).isTrue();
    assertThat(suitsErasureCoding(13)).isTrue();
    assertThat(suitsErasureCoding(3)).isFalse();
    assertThat(suitsErasureCoding(11)).isFalse();
    assertThat(suitsErasureCoding(7)).isTrue();
    assertThat(suitsErasureCoding(5)).isFalse();
  }

  private static boolean suitsErasureCoding(int policyId) {
    return ErasureCodingPolicyManager.checkStoragePolicySuitableForECStripedMode((byte) policyId);
  }
}
