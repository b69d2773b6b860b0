package org.tieredhdfs.hdfs.agree;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.proto.DatanodeProtocolProtos.DatanodeRegistrationProto;
import org.apache.hadoop.hdfs.protocol.proto.DatanodeProtocolProtos.HeartbeatRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.DatanodeProtocolProtos.RegisterDatanodeRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.DatanodeIDProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsServerProtos.NamespaceInfoProto;
import org.apache.hadoop.ipc.Server;
import org.apache.hadoop.thirdparty.protobuf.ServiceException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.hdfs.conf.ConfigKey;
import org.tieredhdfs.hdfs.types.CustomStorageType;
import org.tieredhdfs.hdfs.types.StorageTypeTable;

/**
 * The exchange of storage types between NameNode and DataNode when a DataNode registers.
 *
 * <p>The NameNode tells that it knows of types at all; a DataNode sends its table; the NameNode
 * turns it away if that is not its own. Neither is noticed by a stock peer. What the process is and
 * has is set by the start check. Thread-safe.
 */
public final class HandshakeBridge {
  /** How closely the tables must match. */
  public static final ConfigKey AGREEMENT =
      ConfigKey.choice(
          "dfs.tiered.storage.types.agreement",
          "exact",
          List.of("exact", "compatible"),
          "NameNode",
          "How a DataNode's types must match the NameNode's. exact: they are the same. compatible:"
              + " no names or numbers conflict, and the NameNode knows the types of the DataNode's"
              + " volumes; use it while you add types node by node.");

  private static final Logger LOG = LoggerFactory.getLogger(HandshakeBridge.class);

  /** A bit among the capabilities of a NameNode, far above those that Hadoop has. */
  private static final long KNOWS_TYPES = 1L << 61;

  /**
   * Bits among the capabilities by which DataNodes recognize a NameNode that was restarted; never
   * all zero.
   */
  private static final long INCARNATION =
      (long) ThreadLocalRandom.current().nextInt(1, 1 << 16) << 40;

  private static final Pattern VOLUME = Pattern.compile("\\[(\\w+)].+");

  private static volatile boolean isLenient;
  private static volatile Set<String> usedTypes = Set.of();

  /** What a DataNode sends; null before it starts. */
  private static volatile @Nullable String ownTable;

  private HandshakeBridge() {}

  /** Reads the configuration of a daemon that starts. */
  public static void started(String daemon, Configuration conf) {
    if (daemon.equals("NameNode")) {
      isLenient = AGREEMENT.getChoice(conf).equals("compatible");
      RegisteredTables.publish(TypeTable.own(Set.of()).text());
    } else if (daemon.equals("DataNode")) {
      usedTypes = typesOfVolumes(conf);
      ownTable = TypeTable.own(usedTypes).text();
    }
  }

  private static Set<String> typesOfVolumes(Configuration conf) {
    Set<String> custom =
        StorageTypeTable.types().stream().map(CustomStorageType::name).collect(Collectors.toSet());
    return conf.getTrimmedStringCollection(DFSConfigKeys.DFS_DATANODE_DATA_DIR_KEY).stream()
        .map(VOLUME::matcher)
        .filter(Matcher::matches)
        .map(volume -> volume.group(1).toUpperCase(Locale.ROOT))
        .filter(custom::contains)
        .collect(Collectors.toUnmodifiableSet());
  }

  /** On the NameNode: announces that it knows custom types, and which process it is. */
  public static NamespaceInfoProto tell(NamespaceInfoProto info) {
    return info.toBuilder()
        .setCapabilities(info.getCapabilities() | KNOWS_TYPES | INCARNATION)
        .build();
  }

  /**
   * On the DataNode: why it may not register with a NameNode, or null.
   *
   * <p>A stock NameNode takes a volume of a type that it does not know for DISK, and would put all
   * replicas of ordinary files into memory.
   *
   * @param capabilities what the NameNode has told
   */
  public static @Nullable String stockNameNodeFault(long capabilities) {
    if ((capabilities & KNOWS_TYPES) != 0 || usedTypes.isEmpty()) {
      return null;
    }
    return "this DataNode has volumes of "
        + String.join(", ", usedTypes)
        + ", which the NameNode would take for DISK because it runs without the tiered"
        + " overlay. Install the overlay on the NameNode, or remove the volumes from "
        + DFSConfigKeys.DFS_DATANODE_DATA_DIR_KEY
        + " (hdfs tiered downgrade-check shows what they hold)";
  }

  /**
   * On the DataNode: adds its table to what it registers with. Hadoop sends that with each
   * heartbeat and each report of a block, too.
   */
  public static DatanodeRegistrationProto sign(DatanodeRegistrationProto registration) {
    return registration.toBuilder().setUnknownFields(ExtraText.with(registration, table())).build();
  }

  /** On the DataNode: its table, as it sends it. */
  public static String table() {
    String table = ownTable;
    return table == null ? TypeTable.own(usedTypes).text() : table;
  }

  /** On the NameNode: refuses a DataNode with a different table; a stock DataNode has none. */
  public static void requireAgreement(RegisterDatanodeRequestProto request)
      throws ServiceException {
    DatanodeRegistrationProto registration = request.getRegistration();
    DatanodeIDProto id = registration.getDatanodeID();
    String node = id.getHostName() + ":" + id.getXferPort();
    String table = ExtraText.in(registration);
    if (table != null) {
      String refusal = refusal(TypeTable.own(Set.of()), TypeTable.parse(table), node, isLenient);
      if (refusal != null) {
        RegisteredTables.refuse(id.getDatanodeUuid(), refusal);
        Server server = Server.get();
        if (server != null) {
          server.addSuppressedLoggingExceptions(DifferentStorageTypesException.class);
        }
        throw new ServiceException(new DifferentStorageTypesException(refusal));
      }
    }
    RegisteredTables.put(id.getDatanodeUuid(), node, table);
  }

  /**
   * On the NameNode: a heartbeat without the storages if its DataNode has yet to register, and is
   * told so. A storage of a type that is unknown here would fail the call before.
   */
  public static HeartbeatRequestProto readable(HeartbeatRequestProto heartbeat) {
    String uuid = heartbeat.getRegistration().getDatanodeID().getDatanodeUuid();
    return RegisteredTables.has(uuid) ? heartbeat : heartbeat.toBuilder().clearReports().build();
  }

  static @Nullable String refusal(
      TypeTable nameNode, TypeTable dataNode, String node, boolean lenient) {
    List<String> differences = nameNode.differences(dataNode, lenient);
    if (differences.isEmpty()) {
      if (!nameNode.numbers().equals(dataNode.numbers())) {
        LOG.warn(
            "DataNode {} registers with storage types {}; this NameNode has {}",
            node,
            dataNode.text(),
            nameNode.text());
      }
      return null;
    }
    return String.format(
        "DataNode %s is refused: its storage types differ from the NameNode's: %s."
            + " DataNode: %s. NameNode: %s. dfs.tiered.storage.types must be the same on"
            + " both (%s=compatible on the NameNode accepts DataNodes that only lack types)",
        node, String.join("; ", differences), dataNode.text(), nameNode.text(), AGREEMENT.name());
  }
}
