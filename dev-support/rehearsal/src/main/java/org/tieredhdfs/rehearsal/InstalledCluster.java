package org.tieredhdfs.rehearsal;

import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.commons.io.FileUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.jspecify.annotations.Nullable;
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
  private final Map<String, Map<String, Path>> volumes = new LinkedHashMap<>();

  InstalledCluster(ClusterDirs dirs, SiteValues site, Path hadoop, Path hbase, Progress progress)
      throws IOException {
    this.dirs = dirs;
    this.site = site;
    this.progress = progress;
    watch = new ClusterReadiness(site, progress);
    commands = new Commands(dirs);
    add("jn", JOURNALNODES, Service.Kind.JOURNALNODE, hadoop, hbase);
    add("nn", 2, Service.Kind.NAMENODE, hadoop, hbase);
    add("dn", DATANODES, Service.Kind.DATANODE, hadoop, hbase);
    add("zk", 1, Service.Kind.ZOOKEEPER, hadoop, hbase);
    add("hm", 1, Service.Kind.MASTER, hadoop, hbase);
    add("rs", REGIONSERVERS, Service.Kind.REGIONSERVER, hadoop, hbase);
    add("client", hadoop, hbase);
  }

  private void add(String prefix, int count, Service.Kind kind, Path hadoop, Path hbase)
      throws IOException {
    for (int number = 0; number < count; number++) {
      RehearsedMachine machine = add(prefix + number, hadoop, hbase);
      services.put(machine.name(), new Service(kind, machine, dirs));
    }
  }

  private RehearsedMachine add(String name, Path hadoop, Path hbase) throws IOException {
    Path folder = dirs.dir().resolve("machines").resolve(name);
    RehearsedMachine machine = RehearsedMachine.make(name, folder, hadoop, hbase);
    machines.put(name, machine);
    return machine;
  }

  ClusterDirs dirs() {
    return dirs;
  }

  SiteValues site() {
    return site;
  }

  Commands commands() {
    return commands;
  }

  RehearsedMachine machine(String name) {
    return Objects.requireNonNull(machines.get(name), name);
  }

  /** The machine on which no daemon runs. */
  RehearsedMachine client() {
    return machine("client");
  }

  List<RehearsedMachine> machines() {
    return List.copyOf(machines.values());
  }

  private Service service(String name) {
    return Objects.requireNonNull(services.get(name), name);
  }

  private List<Service> services(Service.Kind kind) {
    return services.values().stream().filter(service -> service.kind() == kind).toList();
  }

  List<String> names(Service.Kind kind) {
    return services(kind).stream().map(Service::name).toList();
  }

  /** Values of hdfs-site.xml from now on, beside those that the cluster needs. */
  Map<String, String> hdfsValues() {
    return hdfsValues;
  }

  Map<String, String> hbaseValues() {
    return hbaseValues;
  }

  /** Makes a volume for a DataNode, used from its next start on. */
  Path addVolume(String dataNode, String type) throws IOException {
    Path folder = dirs.volumes().resolve(dataNode).resolve(type + "0");
    Files.createDirectories(folder);
    volumes.computeIfAbsent(dataNode, key -> new LinkedHashMap<>()).put(type, folder);
    return folder;
  }

  /** Takes the volumes of a type from all DataNodes. */
  void removeVolumes(String type) {
    volumes.values().forEach(folders -> folders.remove(type));
  }

  /** Writes the site files of all machines. */
  void configure() throws IOException {
    writeFiles(dirs.conf(), Map.of());
    copyResource("/java-options", "java-options");
    copyResource(
        "/org/tieredhdfs/localcluster/conf/daemon-log4j2.properties", "log4j2-daemon.properties");
    for (RehearsedMachine machine : machines.values()) {
      for (Path conf : List.of(machine.hadoopConf(), machine.hbaseConf())) {
        writeFiles(conf, ownValues(machine));
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
        writeFiles(folder.resolve(machine.name()).resolve(home), ownValues(machine));
      }
    }
  }

  private Map<String, String> ownValues(RehearsedMachine machine) {
    Service service = services.get(machine.name());
    if (service == null) {
      return Map.of();
    }
    String name = service.name();
    return switch (service.kind()) {
      case JOURNALNODE -> site.journalNode(name);
      case NAMENODE -> Map.of("dfs.ha.namenode.id", name);
      case DATANODE -> site.dataNode(name, volumes.getOrDefault(name, Map.of()));
      case ZOOKEEPER, MASTER, REGIONSERVER -> Map.of();
    };
  }

  private void writeFiles(Path conf, Map<String, String> ownHdfsValues) throws IOException {
    Map<String, String> hdfs = new TreeMap<>(site.hdfs());
    hdfs.putAll(hdfsValues);
    hdfs.putAll(ownHdfsValues);
    Map<String, String> hbase = new TreeMap<>(site.hbase());
    hbase.putAll(hbaseValues);
    Files.createDirectories(conf);
    Files.writeString(conf.resolve("core-site.xml"), SiteXml.of(site.core()));
    Files.writeString(conf.resolve("hdfs-site.xml"), SiteXml.of(hdfs));
    Files.writeString(conf.resolve("hbase-site.xml"), SiteXml.of(hbase));
  }

  private void copyResource(String resource, String name) throws IOException {
    URL from = Objects.requireNonNull(InstalledCluster.class.getResource(resource), resource);
    FileUtils.copyURLToFile(from, dirs.conf().resolve(name).toFile());
  }

  /** Puts our jars in front on a machine, by the distribution's own command. */
  void install(Path distribution, RehearsedMachine machine)
      throws IOException, ClusterException, InterruptedException {
    Service service = services.get(machine.name());
    boolean isOfHbase = service != null && service.kind().isOfHbase();
    commands.run(
        List.of(
            distribution.resolve("bin/install").toString(),
            isOfHbase ? "--hbase-home" : "--hadoop-home",
            (isOfHbase ? machine.hbase() : machine.hadoop()).toString()));
  }

  /** Checks by fsck that every block has a good replica. */
  void requireHealthy(String when) throws IOException, ClusterException, InterruptedException {
    String said = commands.run(client().hdfs("fsck", "/"));
    if (!said.contains("is HEALTHY")) {
      throw new ClusterException("fsck after " + when + ": " + said);
    }
    progress.done(String.format("%-12s fsck: no missing and no corrupt block", when));
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
    startAll(Service.Kind.JOURNALNODE);
    startAll(Service.Kind.ZOOKEEPER);
    startFirst(service("nn0"), "-format");
    startFirst(service("nn1"), "-bootstrapStandby");
    commands.run(client().hdfs("haadmin", "-transitionToActive", "nn0"));
    startAll(Service.Kind.DATANODE);
    for (Service.Kind kind : List.of(Service.Kind.DATANODE, Service.Kind.NAMENODE)) {
      for (Service service : services(kind)) {
        awaitReady(service);
      }
    }
    startAll(Service.Kind.MASTER);
    startAll(Service.Kind.REGIONSERVER);
    awaitReady(service("hm0"));
    progress.done(String.format("%-12s %d daemons are up", "cluster", services.size()));
  }

  private void startAll(Service.Kind kind) throws IOException {
    for (Service service : services(kind)) {
      service.start();
    }
  }

  /** Makes a NameNode's name space, and starts it as a standby. */
  private void startFirst(Service nameNode, String how)
      throws IOException, ClusterException, InterruptedException {
    nameNode.prepare("namenode", how, "-force", "-nonInteractive");
    nameNode.start();
    watch.await(nameNode.name(), nameNode, () -> watch.stateOf(nameNode.name()).equals("standby"));
  }

  /** Restarts both NameNodes so that one of them is active all the time: the standby first. */
  void restartNameNodes(@Nullable MachineChange between)
      throws IOException, ClusterException, InterruptedException {
    String active = watch.active();
    String standby = active.equals("nn0") ? "nn1" : "nn0";
    restart(standby, between);
    commands.run(client().hdfs("haadmin", "-failover", active, standby));
    watch.await("failover", service(standby), () -> watch.stateOf(standby).equals("active"));
    progress.done(String.format("%-12s %s is active now", "failover", standby));
    restart(active, between);
  }

  void restartAll(Service.Kind kind, @Nullable MachineChange between)
      throws IOException, ClusterException, InterruptedException {
    for (String name : names(kind)) {
      restart(name, between);
    }
  }

  /** What is done to a machine while its daemon is down. */
  interface MachineChange {
    void apply(RehearsedMachine machine) throws IOException, ClusterException, InterruptedException;
  }

  private void restart(String name, @Nullable MachineChange between)
      throws IOException, ClusterException, InterruptedException {
    Service service = service(name);
    service.stop();
    if (between != null) {
      between.apply(service.machine());
    }
    service.start();
    awaitReady(service);
    progress.done(String.format("%-12s restarted", name));
  }

  private void awaitReady(Service service) throws ClusterException, InterruptedException {
    String name = service.name();
    switch (service.kind()) {
      case NAMENODE -> watch.await(name, service, () -> watch.isReady(name, DATANODES));
      case DATANODE -> {
        watch.await(name, service, () -> watch.hasReported(name));
        // the next node may be stopped only when no block has its only replica there
        watch.await("full replication", service, watch::isFullyReplicated);
      }
      case MASTER, REGIONSERVER ->
          watch.await(
              "hbase",
              service("hm0"),
              () -> ClusterReadiness.isHbaseWell(clientConf(), REGIONSERVERS));
      case JOURNALNODE, ZOOKEEPER -> throw new IllegalArgumentException(name);
    }
  }
}
