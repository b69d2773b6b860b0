package org.tieredhdfs.hdfs.start;

import java.util.Arrays;
import java.util.List;

/**
 * Every place in stock Hadoop that the overlay changes: the one list from which the weaver, the
 * start check, the command and the documentation are made.
 *
 * <p>The weaver has one class for each constant and refuses to build when one is missing or finds
 * nothing to patch.
 */
public enum PatchPoint {
  STORAGE_TYPE_VALUES(
      "org.apache.hadoop.fs.StorageType",
      "<clinit>",
      "adds the configured storage types",
      "the types are an enum; its constants are made in its class initialiser and nowhere else"),
  STORAGE_TYPE_BY_NUMBER(
      "org.apache.hadoop.fs.StorageType",
      "parseStorageType(int)",
      "reads the stable number of a custom type from edits",
      "edits hold a number that stock code takes for an index"),
  STORAGE_TYPE_PROTO_VALUES(
      "org.apache.hadoop.hdfs.protocol.proto.HdfsProtos$StorageTypeProto",
      "<clinit>",
      "adds the configured storage types to the wire format",
      "the wire format is an enum, too; its constants are made in its class initialiser"),
  STORAGE_TYPE_PROTO_FOR_NUMBER(
      "org.apache.hadoop.hdfs.protocol.proto.HdfsProtos$StorageTypeProto",
      "forNumber(int)",
      "finds a custom type by its number on the wire",
      "protobuf's parser asks it for each number it reads"),
  STORAGE_TYPE_PROTO_DESCRIPTOR(
      "org.apache.hadoop.hdfs.protocol.proto.HdfsProtos$StorageTypeProto",
      "getValueDescriptor()",
      "describes a custom type to protobuf's text and JSON formats",
      "its file descriptor does not list our constants"),
  STORAGE_TYPE_PROTO_BY_DESCRIPTOR(
      "org.apache.hadoop.hdfs.protocol.proto.HdfsProtos$StorageTypeProto",
      "valueOf(EnumValueDescriptor)",
      "finds a custom type by such a description",
      "it looks a constant up in the file descriptor, which does not list ours"),
  CONVERT_TO_PROTO(
      "org.apache.hadoop.hdfs.protocolPB.PBHelperClient",
      "convertStorageType(StorageType)",
      "sends custom types over RPC",
      "a switch over the stock types"),
  CONVERT_FROM_PROTO(
      "org.apache.hadoop.hdfs.protocolPB.PBHelperClient",
      "convertStorageType(StorageTypeProto)",
      "receives custom types over RPC",
      "a switch over the stock numbers"),
  LOCATED_BLOCK_TO_PROTO(
      "org.apache.hadoop.hdfs.protocolPB.PBHelperClient",
      "convertLocatedBlock(LocatedBlock)",
      "shows stock peers the alias of a custom type, with the true type beside it",
      "a stock client fails on a number that it does not know"),
  LOCATED_BLOCK_FROM_PROTO(
      "org.apache.hadoop.hdfs.protocolPB.PBHelperClient",
      "convertLocatedBlockProto(LocatedBlockProto)",
      "takes the true types of located blocks instead of the aliases",
      "the true types come in a field that stock code does not read"),
  POLICY_TO_PROTO(
      "org.apache.hadoop.hdfs.protocolPB.PBHelperClient",
      "convert(StorageType[])",
      "shows stock peers a policy with aliases, and the true types beside them",
      "a stock client gets a policy without types, and Hadoop's Mover fails on it"),
  POLICY_FROM_PROTO(
      "org.apache.hadoop.hdfs.protocolPB.PBHelperClient",
      "convert(BlockStoragePolicyProto)",
      "takes the true types of a policy instead of the aliases",
      "the true types come in a field that stock code does not read"),
  QUOTA_USAGE_TO_PROTO(
      "org.apache.hadoop.hdfs.protocolPB.PBHelperClient",
      "getBuilder(QuotaUsage)",
      "keeps the quotas of custom types where stock peers do not take them for those of DISK",
      "a stock client takes the quota of a type that it does not know for that of DISK"),
  QUOTA_USAGE_FROM_PROTO(
      "org.apache.hadoop.hdfs.protocolPB.PBHelperClient",
      "addStorageTypes(StorageTypeQuotaInfosProto, QuotaUsage.Builder)",
      "finds the quotas of custom types there",
      "these quotas come in a field that stock code does not read"),
  BALANCER_BLOCK_TO_PROTO(
      "org.apache.hadoop.hdfs.protocolPB.PBHelper",
      "convert(BlockWithLocations)",
      "shows a stock balancer the alias of a custom type, with the true type beside it",
      "Hadoop's Balancer fails on a number that it does not know"),
  BALANCER_BLOCK_FROM_PROTO(
      "org.apache.hadoop.hdfs.protocolPB.PBHelper",
      "convert(BlockWithLocationsProto)",
      "takes the true types of listed replicas instead of the aliases",
      "the true types come in a field that stock code does not read"),
  WEBHDFS_TO_JSON(
      "org.apache.hadoop.hdfs.web.JsonUtil",
      "toJsonMap(LocatedBlock), toJsonMap(BlockLocation), toJsonMap(BlockStoragePolicy)",
      "shows stock WebHDFS clients aliases, and the true types under names of their own",
      "a stock WebHDFS client fails on a name that it does not know"),
  WEBHDFS_FROM_JSON(
      "org.apache.hadoop.hdfs.web.JsonUtilClient",
      "toLocatedBlock(Map), toBlockLocation(Map), toBlockStoragePolicy(Map)",
      "takes the true types from the JSON of WebHDFS instead of the aliases",
      "the true types come under names that stock code does not read"),
  TOKEN_TYPES(
      "org.apache.hadoop.hdfs.security.token.block.BlockTokenSecretManager",
      "checkAccess(Object[], Object[], String)",
      "lets a block token for a custom type be used with its alias",
      "a block token names storage types, and a stock client asks for the alias"),
  WRITER_TOKEN(
      "org.apache.hadoop.hdfs.server.blockmanagement.BlockManager",
      "setBlockToken(LocatedBlock, AccessMode)",
      "puts the storages that were chosen into what every writer hands back, for those who name none",
      "clients that name no storage hand back the token, and nothing else of what they were told"),
  WRITTEN_STORAGE(
      "org.apache.hadoop.hdfs.server.datanode.DataXceiver",
      "writeBlock(ExtendedBlock, StorageType, Token, ...)",
      "writes a replica where the NameNode chose, whatever a client says of it",
      "the token is gone behind this method, and the dataset gets what the client said"),
  COPIED_STORAGE(
      "org.apache.hadoop.hdfs.server.datanode.DataXceiver",
      "transferBlock(ExtendedBlock, Token, String, DatanodeInfo[], StorageType[], String[])",
      "copies a replica to the storage that the NameNode chose for a replacement",
      "the copy is a request of the DataNode's own, which names what the client named"),
  BLOCK_KEYS_REQUEST(
      "org.apache.hadoop.hdfs.protocolPB.NamenodeProtocolTranslatorPB",
      "<clinit>",
      "lets a NameNode know that a Mover or Balancer has the overlay",
      "nothing else in what a Mover or Balancer sends tells a NameNode that it knows our types"),
  BLOCK_KEYS_GUARD(
      "org.apache.hadoop.hdfs.protocolPB.NamenodeProtocolServerSideTranslatorPB",
      "getBlockKeys(RpcController, GetBlockKeysRequestProto)",
      "turns Movers and Balancers with stock jars away",
      "whoever is turned away has to be before anything is moved"),
  POLICY_SUITE(
      "org.apache.hadoop.hdfs.server.blockmanagement.BlockStoragePolicySuite",
      "getDefaultPolicyID(Configuration, BlockStoragePolicy[])",
      "adds the configured storage policies",
      "the suite is filled by a static method; here it is complete and not yet in use"),
  USABLE_POLICY(
      "org.apache.hadoop.hdfs.server.blockmanagement.BlockManager",
      "getStoragePolicy(String)",
      "refuses a policy of custom types while DataNodes without the overlay could not read its tokens",
      "policies are given to paths in two ways, which have no more than this in common"),
  QUOTA_EDIT(
      "org.apache.hadoop.hdfs.server.namenode.FSEditLogOp$SetQuotaByStorageTypeOp",
      "writeFields(DataOutputStream), toXml(ContentHandler)",
      "writes the stable number of a custom type, not its ordinal, to edits",
      "stock code writes the ordinal, which moves when a type is added"),
  STRIPED_POLICY(
      "org.apache.hadoop.hdfs.server.namenode.ErasureCodingPolicyManager",
      "checkStoragePolicySuitableForECStripedMode(byte)",
      "honours custom policies of a single type for erasure-coded files",
      "a fixed list of policies; others are ignored for erasure-coded files"),
  POLICY_EVENT(
      "org.apache.hadoop.hdfs.server.namenode.InotifyFSEditLogOpTranslator",
      "translate(FSEditLogOp)",
      "tells readers of the inotify stream of changed storage policies",
      "a switch over operations leaves this one out, so that nobody hears of a changed policy"),
  FSCK_POLICY(
      "org.apache.hadoop.hdfs.server.namenode.StoragePolicySummary$StorageTypeAllocation",
      "setActualStoragePolicy(BlockStoragePolicy)",
      "lets fsck see that a block lies as its policy says, whatever the order of the types",
      "fsck sorts types by ordinal and takes the last for the one that repeats: ours come last and mostly do not"),
  IMAGE_XML(
      "org.apache.hadoop.hdfs.util.XMLUtils",
      "codePointMustBeMangled(int)",
      "keeps the id of a policy through an image's XML and back",
      "the offline image viewer writes a policy as the character with its id; 13 (ALL_RAMDISK) is a carriage return, which XML reads as a line feed"),
  REPLICA_TO_DELETE(
      "org.apache.hadoop.hdfs.server.blockmanagement.InvalidateBlocks",
      "add(Block, DatanodeInfo, boolean)",
      "keeps an append from turning the order to delete an older replica against the new one",
      "stock code queues its own record of the block, an append changes the generation stamp in it, and the DataNode deletes the replica just written; nothing is pluggable between the choice of a replica and the order"),
  APPENDED_BLOCK(
      "org.apache.hadoop.hdfs.server.blockmanagement.BlockManager",
      "convertLastBlockToUnderConstruction(BlockCollection, long)",
      "takes back the choice of surplus replicas that are about to be appended to",
      "stock code takes back only a part of what it had ordered before an append: a replica stays chosen for deletion, or the order goes out all the same"),
  NAMENODE_START(
      "org.apache.hadoop.hdfs.server.namenode.NameNode",
      "<init>(Configuration, NamenodeRole)",
      "checks configuration and overlay before a NameNode touches its namespace",
      "plug-ins of a NameNode start after its namespace is loaded"),
  DATANODE_START(
      "org.apache.hadoop.hdfs.server.datanode.DataNode",
      "getStorageLocations(Configuration)",
      "checks configuration and overlay before a DataNode touches its volumes",
      "the first thing a DataNode does with its volumes; plug-ins come later"),
  VOLUME_CHANGE(
      "org.apache.hadoop.hdfs.server.datanode.DataNode",
      "refreshVolumes(String)",
      "refuses to a running DataNode a volume of a RAM type that is not in memory",
      "a running DataNode takes new volumes without asking anybody"),
  SLOW_VOLUMES(
      "org.apache.hadoop.hdfs.server.datanode.metrics.DataNodeDiskMetrics",
      "startDiskOutlierDetectionThread()",
      "looks for slow volumes among those of one storage type",
      "the detector is made in the constructor and is given latencies by path alone"),
  WRITE_TRANSFER(
      "org.apache.hadoop.hdfs.server.datanode.DataXceiver",
      "writeBlock(ExtendedBlock, StorageType, Token, String, ...)",
      "tells whose connection a thread that writes a block serves, and how long the pipeline is",
      "what receives a block is not told the size of the pipeline, and no list has both"),
  READ_TRANSFER(
      "org.apache.hadoop.hdfs.server.datanode.DataXceiver",
      "readBlock(ExtendedBlock, Token, String, long, long, boolean, CachingStrategy)",
      "tells whose connection a thread that reads a block serves",
      "the dataset that opens the replica is not told who asks"),
  NAMESPACE_INFO(
      "org.apache.hadoop.hdfs.protocolPB.PBHelper",
      "convert(NamespaceInfo)",
      "has a NameNode tell that it knows custom storage types",
      "a DataNode has to know whether the NameNode knows its volumes' types before it registers"),
  REGISTRATION(
      "org.apache.hadoop.hdfs.protocolPB.PBHelper",
      "convert(DatanodeRegistration)",
      "sends a DataNode's table of storage types to the NameNode",
      "the one place where a DataNode says who it is, once for each NameNode"),
  REGISTRATION_CHECK(
      "org.apache.hadoop.hdfs.protocolPB.DatanodeProtocolServerSideTranslatorPB",
      "registerDatanode(RpcController, RegisterDatanodeRequestProto)",
      "turns away a DataNode whose table is not the NameNode's",
      "what a DataNode adds to its registration is gone behind this method"),
  REGISTER(
      "org.apache.hadoop.hdfs.server.datanode.BPServiceActor",
      "register(NamespaceInfo)",
      "keeps volumes of custom types from a stock NameNode, and stops a DataNode that was turned"
          + " away",
      "stock code tries again for ever, whatever the NameNode says"),
  STORAGE_TO_PROTO(
      "org.apache.hadoop.hdfs.protocolPB.PBHelperClient",
      "convert(DatanodeStorage)",
      "sends the name of a custom type beside its number",
      "the message has a number and no name"),
  STORAGE_FROM_PROTO(
      "org.apache.hadoop.hdfs.protocolPB.PBHelperClient",
      "convert(DatanodeStorageProto)",
      "refuses a storage whose number means another type here",
      "protobuf takes a number that it does not know for DISK and says nothing"),
  STORAGE_REPORT_TO_PROTO(
      "org.apache.hadoop.hdfs.protocolPB.PBHelperClient",
      "convert(StorageReport)",
      "sends the health of a volume with the report of its room",
      "the message of a heartbeat has no field for what a volume is like"),
  STORAGE_REPORT_FROM_PROTO(
      "org.apache.hadoop.hdfs.protocolPB.PBHelperClient",
      "convert(StorageReportProto)",
      "takes the health of a volume from the report of its room",
      "it comes in a field that stock code does not read"),
  VOLUME_REPORTS(
      "org.apache.hadoop.hdfs.server.blockmanagement.BlockManager",
      "updateHeartbeat(DatanodeDescriptor, StorageReport[], long, long, int, int,"
          + " VolumeFailureSummary)",
      "hears what heartbeats tell of the health of volumes",
      "a NameNode tells nobody of a heartbeat"),
  PACKET_BUFFERS(
      "org.apache.hadoop.hdfs.ClientContext",
      "<init>(String, DfsClientConf, Configuration)",
      "lets a client use the buffers of acknowledged packets again",
      "Hadoop's own manager is the only other one, and makes a stream wait for its limit"),
  BULK_CHUNKS(
      "org.apache.hadoop.fs.FSOutputSummer",
      "write1(byte[], int, int)",
      "puts all whole chunks that a packet has room for into it at once",
      "private, and the stream that a client makes for a file is not pluggable"),
  PIPELINE_SOCKET(
      "org.apache.hadoop.hdfs.DataStreamer",
      "createSocketForPipeline(DatanodeInfo, int, DFSClient)",
      "writes by blocking calls, over a Unix-domain socket where the DataNode has one",
      "the socket factory that can be configured is that of readers as well"),
  ACK_READS(
      "org.apache.hadoop.hdfs.DataStreamer",
      "createBlockOutputStream(DatanodeInfo[], StorageType[], String[], long, boolean)",
      "reads acknowledgements through a buffer",
      "the stream is made in this method and kept in a private field"),
  XCEIVER_INPUT(
      "org.apache.hadoop.hdfs.server.datanode.DataXceiver",
      "run()",
      "reads a connection through a buffer that can hold packets",
      "the stream is made inside the method, with a buffer of 512 bytes at most"),
  XCEIVER_THREAD(
      "org.apache.hadoop.hdfs.server.datanode.DataXceiverServer",
      "run()",
      "lets the thread of a connection put interruptions off while it writes to a file",
      "the thread is made inside the method; a channel of a file closes when it is interrupted"),
  RECEIVE_BLOCK(
      "org.apache.hadoop.hdfs.server.datanode.BlockReceiver",
      "receiveBlock(DataOutputStream, DataInputStream, DataOutputStream, String,"
          + " DataTransferThrottler, DatanodeInfo[], boolean)",
      "lends a receiver a buffer while its block comes",
      "there is no factory for receivers, and nothing else brackets the packets of a block"),
  RECEIVE_PACKET(
      "org.apache.hadoop.hdfs.server.datanode.BlockReceiver",
      "receivePacket()",
      "receives the packets that have come together, and leaves special ones to stock",
      "a private method that takes one packet at a time"),
  ENQUEUE_ACK(
      "org.apache.hadoop.hdfs.server.datanode.BlockReceiver$PacketResponder",
      "enqueue(long, boolean, long, Status)",
      "acknowledges a packet in the thread that has written it, at the end of a pipeline",
      "stock hands every acknowledgement to a second thread; nothing is pluggable there"),
  MIRROR_ACKS(
      "org.apache.hadoop.hdfs.server.datanode.BlockReceiver$PacketResponder",
      "<init>(BlockReceiver, DataOutputStream, DataInputStream, DatanodeInfo[])",
      "reads the acknowledgements of the next DataNode through a buffer",
      "the streams are made by the DataNode's operation, which hands them on unbuffered"),
  RECEIVER_PROFILE(
      "org.apache.hadoop.hdfs.server.datanode.BlockReceiver",
      "<init>(ExtendedBlock, StorageType, DataInputStream, String, String,"
          + " BlockConstructionStage, long, long, long, String, DatanodeInfo, DataNode,"
          + " DataChecksum, CachingStrategy, boolean, boolean, String)",
      "writes to a volume as the profile of its storage type says",
      "Hadoop has one value for all volumes, and there is no factory for receivers"),
  SYNC_ON_CLOSE(
      "org.apache.hadoop.hdfs.server.datanode.BlockReceiver",
      "receiveBlock(DataOutputStream, DataInputStream, DataOutputStream, String,"
          + " DataTransferThrottler, DatanodeInfo[], boolean)",
      "syncs a block at its end if the profile of its storage type says so",
      "where files are synced a close cannot be told from an hsync"),
  SENDER_PROFILE(
      "org.apache.hadoop.hdfs.server.datanode.BlockSender",
      "<init>(ExtendedBlock, long, long, boolean, boolean, boolean, DataNode, String,"
          + " CachingStrategy)",
      "reads from a volume as the profile of its storage type says",
      "Hadoop has one value for all volumes, taken before it looks for the volume"),
  RECONFIGURABLE(
      "org.apache.hadoop.hdfs.server.datanode.DataNode",
      "getReconfigurableProperties(), listReconfigurableProperties()",
      "counts the keys of profiles among those that can change while it runs",
      "the list is a constant"),
  RECONFIGURE(
      "org.apache.hadoop.hdfs.server.datanode.DataNode",
      "reconfigurePropertyImpl(String, String)",
      "changes profiles when it is told to read its configuration anew",
      "a DataNode is not subclassed, and refuses keys that it does not know");

  private final String className;
  private final String member;
  private final String purpose;
  private final String reason;

  PatchPoint(String className, String member, String purpose, String reason) {
    this.className = className;
    this.member = member;
    this.purpose = purpose;
    this.reason = reason;
  }

  /** The binary name of the stock class. */
  public String className() {
    return className;
  }

  /** The patched methods, for people. */
  public String member() {
    return member;
  }

  /** What the patch does, as the continuation of "it ...". */
  public String purpose() {
    return purpose;
  }

  /** Why the class has to be changed: what no extension point and no subclass can reach. */
  public String reason() {
    return reason;
  }

  /** The stock classes that have patch points, each once, in the order of the list. */
  public static List<String> classNames() {
    return Arrays.stream(values()).map(PatchPoint::className).distinct().toList();
  }

  /** The patch points of one class. */
  public static List<PatchPoint> of(String className) {
    return Arrays.stream(values()).filter(point -> point.className.equals(className)).toList();
  }
}
