package org.tieredhdfs.rehearsal;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.tieredhdfs.localcluster.conf.SiteXml;
import org.tieredhdfs.localcluster.spec.ClusterDirs;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.Progress;

/**
 * A cluster of daemons that run from installed distributions, each machine with its own: two
 * NameNodes, three JournalNodes, DataNodes, ZooKeeper, and HBase's master and RegionServers.
 *
 * <p>Used by one thread.
 */
final class InstalledCluster {
  static final int DATANODES = 3;
  static final int REGIONSERVERS = 2;
  private static final int JOURNALNODES = 3;

  private final ClusterDirs dirs;
  private final SiteValues site;
  private final Progress progress;
  private final ClusterReadiness watch;
  private final Commands commands;
  private final Map<String, Service> services = new LinkedHashMap<>();
  private final Map<String, RehearsedMachine> machines = new LinkedHashMap<>();
  private final Map<String, String> hdfsValues = new TreeMap<>();
  private final Map<String, String> hbaseValues = new TreeMap<>();
  private final Map<Integer, Map<String, Path>> volumes = new LinkedHashMap<>();

  InstalledCluster(ClusterDirs dirs, SiteValues site, Path hadoop, Path hbase, Progress progress)
      throws IOException {
    this.dirs = dirs;
    this.site = site;
    this.progress = progress;
    watch = new ClusterReadiness(site, progress);
    commands = new Commands(dirs);
    add("jn", JOURNALNODES, ServiceKind.JOURNALNODE, hadoop, hbase);
    add("nn", 2, ServiceKind.NAMENODE, hadoop, hbase);
    add("dn", DATANODES, ServiceKind.DATANODE, hadoop, hbase);
    add("zk", 1, ServiceKind.ZOOKEEPER, hadoop, hbase);
    add("hm", 1, ServiceKind.MASTER, hadoop, hbase);
    add("rs", REGIONSERVERS, ServiceKind.REGIONSERVER, hadoop, hbase);
    machines.put("client", RehearsedMachine.make("client", folder("client"), hadoop, hbase));
  }

  private Path folder(String machine) {
    return dirs.dir().resolve("machines").resolve(machine);
  }

  private void add(String prefix, int count, ServiceKind kind, Path hadoop, Path hbase)
      throws IOException {
    for (int number = 0; number < count; number++) {
      String name = prefix + number;
      RehearsedMachine machine = RehearsedMachine.make(name, folder(name), hadoop, hbase);
      machines.put(name, machine);
      services.put(name, new Service(name, kind, machine, dirs));
    }
  }

  SiteValues site() {
    return site;
  }

  ClusterReadiness watch() {
    return watch;
  }

  Commands commands() {
    return commands;
  }

  RehearsedMachine machine(String name) {
    return Objects.requireNonNull(machines.get(name), name);
  }

  List<RehearsedMachine> machines() {
    return List.copyOf(machines.values());
  }

  private Service service(String name) {
    return Objects.requireNonNull(services.get(name), name);
  }

  List<String> names(ServiceKind kind) {
    return services.values().stream()
        .filter(service -> service.kind() == kind)
        .map(Service::name)
        .toList();
  }

  private static int number(String name) {
    return Integer.parseInt(name.substring(2));
  }

  /** Values of hdfs-site.xml from now on, beside those that the cluster needs. */
  Map<String, String> hdfsValues() {
    return hdfsValues;
  }

  /** Values of hbase-site.xml from now on, beside those that the cluster needs. */
  Map<String, String> hbaseValues() {
    return hbaseValues;
  }

  /** The volumes of a DataNode from its next start on: storage type to folder. */
  Map<String, Path> volumes(int dataNode) {
    return volumes.computeIfAbsent(dataNode, key -> new LinkedHashMap<>());
  }

  /** Writes the site files of all machines. */
  void configure() throws IOException {
    writeFiles(dirs.conf(), hdfsSite(), hbaseSite());
    copyResource("/java-options", "java-options");
    copyResource(
        "/org/tieredhdfs/localcluster/conf/daemon-log4j2.properties", "log4j2-daemon.properties");
    for (RehearsedMachine machine : machines.values()) {
      for (Path conf : List.of(machine.hadoopConf(), machine.hbaseConf())) {
        writeFiles(conf, hdfsSite(machine), hbaseSite());
        for (String webApp : List.of("hdfs", "datanode", "journal", "secondary", "static")) {
          Files.createDirectories(conf.resolve("webapps").resolve(webApp).resolve("WEB-INF"));
        }
      }
      Files.writeString(machine.hbaseConf().resolve("zoo.cfg"), site.zooCfg());
    }
  }

  /**
   * Writes the site files as {@link #configure} would, and leaves the machines as they are.
   *
   * @param folder gets {@code MACHINE/hadoop} and {@code MACHINE/hbase}
   */
  void writeSites(Path folder) throws IOException {
    for (RehearsedMachine machine : machines.values()) {
      for (String home : List.of("hadoop", "hbase")) {
        Path conf = folder.resolve(machine.name()).resolve(home);
        writeFiles(conf, hdfsSite(machine), hbaseSite());
      }
    }
  }

  private Map<String, String> hdfsSite() {
    Map<String, String> values = new TreeMap<>(site.hdfs());
    values.putAll(hdfsValues);
    return values;
  }

  private Map<String, String> hdfsSite(RehearsedMachine machine) {
    Map<String, String> values = hdfsSite();
    values.putAll(ownValues(machine.name()));
    return values;
  }

  private Map<String, String> hbaseSite() {
    Map<String, String> values = new TreeMap<>(site.hbase(REGIONSERVERS));
    values.putAll(hbaseValues);
    return values;
  }

  /** Whether HBase runs on a machine, and not Hadoop. */
  boolean isOfHbase(RehearsedMachine machine) {
    Service service = services.get(machine.name());
    return service != null && service.kind().isOfHbase();
  }

  /** Adds what commands and daemons of a machine are told by its environment. */
  void environment(RehearsedMachine machine, Map<String, String> environment) {
    Service service = services.get(machine.name());
    if (service == null) {
      commands.setEnvironment(environment);
    } else {
      service.setEnvironment(environment);
    }
  }

  private Map<String, String> ownValues(String name) {
    Service service = services.get(name);
    if (service == null) {
      return Map.of();
    }
    return switch (service.kind()) {
      case JOURNALNODE -> site.journalNode(number(name));
      case NAMENODE -> site.nameNode(number(name));
      case DATANODE -> site.dataNode(number(name), volumes(number(name)));
      case ZOOKEEPER, MASTER, REGIONSERVER -> Map.of();
    };
  }

  private void writeFiles(Path conf, Map<String, String> hdfs, Map<String, String> hbase)
      throws IOException {
    Files.createDirectories(conf);
    Files.writeString(conf.resolve("core-site.xml"), SiteXml.of(site.core()));
    Files.writeString(conf.resolve("hdfs-site.xml"), SiteXml.of(hdfs));
    Files.writeString(conf.resolve("hbase-site.xml"), SiteXml.of(hbase));
  }

  private void copyResource(String resource, String name) throws IOException {
    try (InputStream in = InstalledCluster.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IOException("the tools are built without their resource " + resource);
      }
      Files.write(dirs.conf().resolve(name), in.readAllBytes());
    }
  }

  /** A client's configuration. */
  Configuration clientConf() {
    Configuration conf = HBaseConfiguration.create();
    for (String file : List.of("core-site.xml", "hdfs-site.xml", "hbase-site.xml")) {
      conf.addResource(new org.apache.hadoop.fs.Path(dirs.conf().resolve(file).toUri()));
    }
    return conf;
  }

  /** Formats and starts everything, {@code nn0} active. */
  void start() throws IOException, ClusterException, InterruptedException {
    Files.createDirectories(dirs.data("zookeeper"));
    for (String name : names(ServiceKind.JOURNALNODE)) {
      service(name).start();
    }
    service("zk0").start();
    prepare("nn0", "namenode", "-format", "-force", "-nonInteractive");
    service("nn0").start();
    watch.await("nn0", service("nn0"), () -> watch.stateOf(0).equals("standby"));
    prepare("nn1", "namenode", "-bootstrapStandby", "-force", "-nonInteractive");
    service("nn1").start();
    watch.await("nn1", service("nn1"), () -> watch.stateOf(1).equals("standby"));
    haAdmin("-transitionToActive", "nn0");
    for (String name : names(ServiceKind.DATANODE)) {
      service(name).start();
    }
    for (int number = 0; number < DATANODES; number++) {
      awaitDataNode(number);
    }
    for (int number = 0; number < 2; number++) {
      awaitNameNode(number);
    }
    for (ServiceKind kind : List.of(ServiceKind.MASTER, ServiceKind.REGIONSERVER)) {
      for (String name : names(kind)) {
        service(name).start();
      }
    }
    awaitHbase();
    progress.done(String.format("%-12s %d daemons are up", "cluster", services.size()));
  }

  private void prepare(String name, String... command)
      throws IOException, ClusterException, InterruptedException {
    Process process = service(name).start(machine(name).hdfs(command), dirs.out(name));
    if (process.waitFor() != 0) {
      throw new ClusterException(name + ": " + String.join(" ", command) + " failed; see its log");
    }
  }

  private String haAdmin(String... arguments)
      throws IOException, ClusterException, InterruptedException {
    List<String> command = new ArrayList<>(machine("client").hdfs("haadmin"));
    command.addAll(List.of(arguments));
    return commands.run(command);
  }

  /** Makes the other NameNode the active one; its number. */
  int failover() throws IOException, ClusterException, InterruptedException {
    int from = watch.stateOf(0).equals("active") ? 0 : 1;
    int to = 1 - from;
    awaitNameNode(to);
    haAdmin("-failover", "nn" + from, "nn" + to);
    watch.await("failover", service("nn" + to), () -> watch.stateOf(to).equals("active"));
    progress.done(String.format("%-12s nn%d is active now", "failover", to));
    return to;
  }

  /** Ends a daemon, has something done to its machine, and starts it again. */
  void restart(String name, MachineChange between)
      throws IOException, ClusterException, InterruptedException {
    Service service = service(name);
    service.stop();
    between.apply(service.machine());
    service.start();
    switch (service.kind()) {
      case NAMENODE -> awaitNameNode(number(name));
      case DATANODE -> awaitDataNode(number(name));
      case MASTER, REGIONSERVER -> awaitHbase();
      case JOURNALNODE, ZOOKEEPER ->
          throw new IllegalArgumentException(name + " is not restarted here");
    }
    progress.done(String.format("%-12s restarted, pid %d", name, service.pid()));
  }

  /** What is done to a machine while its daemon is down. */
  interface MachineChange {
    void apply(RehearsedMachine machine) throws IOException, ClusterException, InterruptedException;

    /** Nothing. */
    static MachineChange none() {
      return machine -> {};
    }
  }

  private void awaitNameNode(int number) throws ClusterException, InterruptedException {
    String name = "nn" + number;
    watch.await(name, service(name), () -> watch.isReady(number, DATANODES));
  }

  private void awaitDataNode(int number) throws ClusterException, InterruptedException {
    String name = "dn" + number;
    watch.await(name, service(name), () -> watch.hasReported(number));
    int active = activeNameNode();
    // the next node may be stopped only when no block has its only replica there
    watch.await("full replication", service(name), () -> watch.isFullyReplicated(active));
  }

  private int activeNameNode() throws ClusterException, InterruptedException {
    int[] active = new int[1];
    watch.await(
        "an active NameNode",
        service("nn0"),
        () -> {
          active[0] = watch.stateOf(0).equals("active") ? 0 : 1;
          return true;
        });
    return active[0];
  }

  void awaitHbase() throws ClusterException, InterruptedException {
    watch.await(
        "hbase", service("hm0"), () -> ClusterReadiness.isHbaseWell(clientConf(), REGIONSERVERS));
  }
}
