package org.tieredhdfs.localcluster.conf;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import org.tieredhdfs.localcluster.media.Volume;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.localcluster.spec.Daemon;
import org.tieredhdfs.localcluster.spec.Role;
import org.tieredhdfs.localcluster.spec.SiteFile;

/** Writes the configuration directories of a cluster and the file to source in a shell. */
public final class ConfFiles {
  public static final String DAEMON_LOGGING = "log4j2-daemon.properties";

  /** An argument file of java. */
  public static final String JAVA_OPTIONS = "java-options";

  private static final String TOOL_LOGGING = "log4j2.properties";
  private static final List<String> WEB_APPS = List.of("hdfs", "datanode", "secondary", "static");

  private final ClusterSpec spec;
  private final SiteSettings.Ports ports;

  public ConfFiles(ClusterSpec spec, SiteSettings.Ports ports) {
    this.spec = spec;
    this.ports = ports;
  }

  /** Writes everything anew. */
  public void write(List<Volume> volumes) throws IOException {
    Path conf = spec.dirs().conf();
    Files.createDirectories(conf);
    SiteSettings settings = new SiteSettings(spec, ports);
    for (Map.Entry<SiteFile, Map<String, String>> file : settings.all().entrySet()) {
      Files.writeString(conf.resolve(file.getKey().fileName()), SiteXml.of(file.getValue()));
    }
    for (int i = 0; i < spec.dataNodes(); i++) {
      String name = Daemon.dataNodeName(i);
      Files.createDirectories(spec.dirs().conf(name));
      List<Volume> own = volumes.stream().filter(v -> v.dataNode().equals(name)).toList();
      Files.writeString(
          spec.dirs().conf(name).resolve(SiteFile.HDFS.fileName()),
          SiteXml.of(settings.hdfsOfDataNode(i, own)));
    }
    // Hadoop's jars have no web pages, but its HTTP servers need these folders to start.
    for (String webApp : WEB_APPS) {
      Files.createDirectories(conf.resolve("webapps").resolve(webApp).resolve("WEB-INF"));
    }
    copyResource(TOOL_LOGGING, "/log4j2.properties");
    copyResource(JAVA_OPTIONS, "/java-options");
    Files.write(conf.resolve(JAVA_OPTIONS), spec.javaOptions(), StandardOpenOption.APPEND);
    copyResource(DAEMON_LOGGING, "daemon-log4j2.properties");
    if (spec.hasHbase()) {
      Files.writeString(conf.resolve("zoo.cfg"), zooCfg());
    }
    Files.writeString(spec.dirs().environment(), environment());
  }

  private void copyResource(String name, String resource) throws IOException {
    try (InputStream in = ConfFiles.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IOException("the tools are built without their resource " + resource);
      }
      Files.write(spec.dirs().conf().resolve(name), in.readAllBytes());
    }
  }

  private String zooCfg() {
    return String.join(
        "\n",
        "dataDir=" + spec.dirs().data(Role.ZOOKEEPER.key()),
        "clientPortAddress=" + SiteSettings.LOCALHOST,
        "clientPort=" + ports.zooKeeper(),
        "tickTime=2000",
        "maxClientCnxns=0",
        "admin.enableServer=false",
        "4lw.commands.whitelist=srvr",
        "");
  }

  private String environment() {
    Path conf = spec.dirs().conf();
    return String.join(
        "\n",
        "# Source this in a shell to use the cluster with tools of your own.",
        export("HADOOP_CONF_DIR", conf.toString()),
        export("HBASE_CONF_DIR", conf.toString()),
        export("TIERED_DEFAULT_FS", ports.defaultFs()),
        export("TIERED_ZOOKEEPER", spec.hasHbase() ? ports.zooKeeperAddress() : ""),
        export("TIERED_JAVA_OPTS", "@" + conf.resolve(JAVA_OPTIONS)),
        export("CLASSPATH", conf + ":" + spec.classPath()),
        "");
  }

  private static String export(String name, String value) {
    return "export " + name + "='" + value.replace("'", "'\\''") + "'";
  }
}
