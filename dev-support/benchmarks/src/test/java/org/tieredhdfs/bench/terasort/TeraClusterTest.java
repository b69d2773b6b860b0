package org.tieredhdfs.bench.terasort;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.report.Side;

class TeraClusterTest {
  private static final Path HOME = Path.of("../..").toAbsolutePath().normalize();

  @Test
  void bothSidesHaveTheSettingsOfTheStudyAndDifferInPlacementAndDataset() throws IOException {
    var stock = TeraCluster.settings(HOME, TeraScale.USUAL, Side.STOCK);
    var ours = TeraCluster.settings(HOME, TeraScale.USUAL, Side.OURS);
    assertThat(stock)
        .containsEntry("dfs.blocksize", Integer.toString(8 << 20))
        .containsEntry("dfs.datanode.readahead.bytes", "4194304")
        .containsEntry("io.file.buffer.size", "131072")
        .doesNotContainKeys("net.topology.script.file.name", "dfs.datanode.fsdataset.factory");
    assertThat(stock.get("dfs.block.replicator.classname"))
        .endsWith(".BlockPlacementPolicyWithNodeGroup");
    assertThat(ours.get("dfs.block.replicator.classname"))
        .endsWith(".EvenBlockPlacementPolicyWithNodeGroup");
    ours.remove("dfs.datanode.fsdataset.factory");
    assertThat(ours.keySet()).isEqualTo(stock.keySet());
  }
}
