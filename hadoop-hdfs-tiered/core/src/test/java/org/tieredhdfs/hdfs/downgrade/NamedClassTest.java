package org.tieredhdfs.hdfs.downgrade;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NamedClassTest {
  private static final String EVEN =
      "org.apache.hadoop.hdfs.server.blockmanagement.EvenBlockPlacementPolicyRackFaultTolerant";
  private static final String FACTORY = "org.tieredhdfs.hdfs.datanode.TieredFsDatasetFactory";
  private static final String OBSERVER = "org.tieredhdfs.hbase.TieredRegionObserver";

  @TempDir Path folder;

  private Path write(String name, String... keysAndValues) throws Exception {
    StringBuilder xml = new StringBuilder("<configuration>\n");
    for (int i = 0; i < keysAndValues.length; i += 2) {
      xml.append("<property><name>").append(keysAndValues[i]).append("</name><value>");
      xml.append(keysAndValues[i + 1]).append("</value></property>\n");
    }
    return Files.writeString(folder.resolve(name), xml.append("</configuration>\n"));
  }

  /** Without what is on the class path of the tests. */
  private static Configuration conf(ClassLoader loader) {
    Configuration conf = new Configuration(false);
    conf.setClassLoader(loader);
    return conf;
  }

  private static List<String> lines(Configuration conf) {
    return NamedClass.all(conf).stream().map(NamedClass::describe).toList();
  }

  @Test
  void eachKeyIsNamedWithItsFileAndValue() throws Exception {
    Path site =
        write(
            "hdfs-site.xml",
            "dfs.datanode.fsdataset.factory",
            FACTORY,
            "dfs.block.placement.ec.classname",
            EVEN,
            "dfs.namenode.audit.loggers",
            "default,\n  org.tieredhdfs.hdfs.start.StartCheckAuditLogger",
            "dfs.block.replicator.classname",
            "org.apache.hadoop.hdfs.server.blockmanagement.BlockPlacementPolicyDefault",
            "dfs.tiered.type.SSD.cutoff.timeout",
            "org.tieredhdfs.NoMatter");
    try (URLClassLoader loader = loader()) {
      Configuration conf = conf(loader);
      conf.addResource("hdfs-site.xml");

      assertThat(lines(conf))
          .containsExactly(
              site
                  + ": dfs.block.placement.ec.classname = "
                  + EVEN
                  + ": remove "
                  + EVEN
                  + " from it; a stock daemon does not start with that",
              site
                  + ": dfs.datanode.fsdataset.factory = "
                  + FACTORY
                  + ": remove "
                  + FACTORY
                  + " from it; a stock daemon does not start with that",
              site
                  + ": dfs.namenode.audit.loggers = default,"
                  + " org.tieredhdfs.hdfs.start.StartCheckAuditLogger: remove"
                  + " org.tieredhdfs.hdfs.start.StartCheckAuditLogger from it; a stock daemon does"
                  + " not start with that");
    }
  }

  @Test
  void keysOfHBaseAreFoundOnTheClassPathAndInANamedFile() throws Exception {
    Path site = write("hbase-site.xml", "hbase.coprocessor.region.classes", OBSERVER + "|1001");
    Path named = write("named.xml", "hbase.coprocessor.region.classes", OBSERVER + ",a.Nother");
    try (URLClassLoader loader = loader()) {
      Configuration conf = conf(loader);
      conf.addResource(new org.apache.hadoop.fs.Path(named.toUri()));

      assertThat(NamedClass.all(conf))
          .extracting(NamedClass::value)
          .containsExactly(OBSERVER + ",a.Nother", OBSERVER + "|1001");
      assertThat(lines(conf))
          .anyMatch(line -> line.contains(named.toString()))
          .anyMatch(line -> line.startsWith(site + ": hbase.coprocessor.region.classes"));
    }
  }

  @Test
  void whatHBaseOverridesStillHoldsForHadoop() throws Exception {
    write("hdfs-site.xml", "dfs.datanode.fsdataset.factory", FACTORY);
    write("hbase-site.xml", "dfs.datanode.fsdataset.factory", "");
    try (URLClassLoader loader = loader()) {
      Configuration conf = conf(loader);
      conf.addResource("hdfs-site.xml");

      assertThat(lines(conf)).singleElement().asString().contains("hdfs-site.xml");
    }
  }

  @Test
  void noDefaultOfHadoopIsTakenForOne() {
    assertThat(NamedClass.all(new HdfsConfiguration())).isEmpty();
  }

  private URLClassLoader loader() throws Exception {
    return new URLClassLoader(new URL[] {folder.toUri().toURL()}, null);
  }
}
