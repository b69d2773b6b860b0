package org.tieredhdfs.hdfs.overlay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.hadoop.hdfs.server.balancer.Balancer;
import org.apache.hadoop.hdfs.server.mover.Mover;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Movers and Balancers, with stock jars and with ours, at our NameNode. */
class StockMoverTest {
  @TempDir File folder;
  @TempDir File classes;

  @Test
  void oneWithStockJarsIsTurnedAwayUnlessAKeySaysOtherwise() throws Exception {
    try (TieredMiniCluster cluster = new TieredMiniCluster(folder);
        StockHadoop stock = new StockHadoop(classes.toPath(), StockMoverProbe.class)) {
      Map<String, String> task = Map.of("fs", cluster.fs.getUri().toString());
      UnaryOperator<Map<String, String>> stockMover = stock.make(StockMoverProbe.class);

      assertThat(stockMover.apply(task).get("refused"))
          .contains("a Mover, Balancer or storage policy satisfier without the tiered HDFS overlay")
          .contains("put the overlay first on its class path")
          .contains("dfs.tiered.stock.movers.allowed");
      assertThat(new StockMoverProbe().apply(task)).containsOnlyKeys("keys");

      cluster.dfs.getNameNode().getConf().set("dfs.tiered.stock.movers.allowed", "true");
      assertThat(stockMover.apply(task)).containsOnlyKeys("keys");
    }
  }

  @ParameterizedTest
  @ValueSource(classes = {Mover.class, Balancer.class})
  void aProcessWithStockJarsSaysWhyAndEnds(Class<?> tool) throws Exception {
    try (TieredMiniCluster cluster = new TieredMiniCluster(folder)) {
      Map<String, String> site = Map.of("fs.defaultFS", cluster.fs.getUri().toString());
      DaemonProcess.Ended ended =
          DaemonProcess.run(tool, DaemonProcess.stockFirst(), site, classes.toPath());

      assertThat(ended.exitCode()).isNotZero();
      assertThat(ended.output())
          .contains(
              "a Mover, Balancer or storage policy satisfier without the tiered HDFS overlay");
    }
  }
}
