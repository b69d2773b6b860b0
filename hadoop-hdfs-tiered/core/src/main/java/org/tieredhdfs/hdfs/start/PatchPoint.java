package org.tieredhdfs.hdfs.start;

import java.util.Arrays;
import java.util.List;

/**
 * The places in Apache Hadoop that the overlay changes. The weaver, the start check, the command
 * and the documentation use this list.
 *
 * <p>The weaver has one class for each constant and refuses to build when one is missing or finds
 * nothing to patch.
 */
public enum PatchPoint {
  STORAGE_TYPE_VALUES(
      "org.apache.hadoop.fs.StorageType",
      "<clinit>",
      "adds the configured storage types",
      "an enum, whose constants the class initialiser creates"),
  STORAGE_TYPE_BY_NUMBER(
      "org.apache.hadoop.fs.StorageType",
      "parseStorageType(int)",
      "reads the number of a custom type from edits",
      "stock code uses it as an index"),
  STORAGE_TYPE_PROTO_VALUES(
      "org.apache.hadoop.hdfs.protocol.proto.HdfsProtos$StorageTypeProto",
      "<clinit>",
      "adds the configured storage types to the wire format",
      "an enum, too"),
  STORAGE_TYPE_PROTO_FOR_NUMBER(
      "org.apache.hadoop.hdfs.protocol.proto.HdfsProtos$StorageTypeProto",
      "forNumber(int)",
      "finds a custom type by its number on the wire",
      "protobuf's parser calls it"),
  STORAGE_TYPE_PROTO_DESCRIPTOR(
      "org.apache.hadoop.hdfs.protocol.proto.HdfsProtos$StorageTypeProto",
      "getValueDescriptor()",
      "describes a custom type to protobuf's text and JSON formats",
      "the file descriptor lacks added constants"),
  STORAGE_TYPE_PROTO_BY_DESCRIPTOR(
      "org.apache.hadoop.hdfs.protocol.proto.HdfsProtos$StorageTypeProto",
      "valueOf(EnumValueDescriptor)",
      "finds a custom type by its descriptor",
      "the file descriptor lacks added constants"),
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
      "sends aliases, with the true types beside them",
      "a stock client fails on an unknown number"),
  LOCATED_BLOCK_FROM_PROTO(
      "org.apache.hadoop.hdfs.protocolPB.PBHelperClient",
      "convertLocatedBlockProto(LocatedBlockProto)",
      "reads the true types of located blocks",
      "stock code ignores their field"),
  POLICY_TO_PROTO(
      "org.apache.hadoop.hdfs.protocolPB.PBHelperClient",
      "convert(StorageType[])",
      "sends a policy's aliases, with the true types beside them",
      "a stock client gets no types, and Hadoop's Mover fails"),
  POLICY_FROM_PROTO(
      "org.apache.hadoop.hdfs.protocolPB.PBHelperClient",
      "convert(BlockStoragePolicyProto)",
      "reads the true types of a policy",
      "stock code ignores their field"),
  QUOTA_USAGE_TO_PROTO(
      "org.apache.hadoop.hdfs.protocolPB.PBHelperClient",
      "getBuilder(QuotaUsage)",
      "sends quotas of custom types in a field of their own",
      "a stock client reads an unknown type as DISK"),
  QUOTA_USAGE_FROM_PROTO(
      "org.apache.hadoop.hdfs.protocolPB.PBHelperClient",
      "addStorageTypes(StorageTypeQuotaInfosProto, QuotaUsage.Builder)",
      "reads quotas of custom types",
      "stock code ignores their field"),
  BALANCER_BLOCK_TO_PROTO(
      "org.apache.hadoop.hdfs.protocolPB.PBHelper",
      "convert(BlockWithLocations)",
      "sends aliases, with the true types beside them",
      "Hadoop's Balancer fails on an unknown number"),
  BALANCER_BLOCK_FROM_PROTO(
      "org.apache.hadoop.hdfs.protocolPB.PBHelper",
      "convert(BlockWithLocationsProto)",
      "reads the true types of listed replicas",
      "stock code ignores their field"),
  WEBHDFS_TO_JSON(
      "org.apache.hadoop.hdfs.web.JsonUtil",
      "toJsonMap(LocatedBlock), toJsonMap(BlockLocation), toJsonMap(BlockStoragePolicy)",
      "sends aliases, and the true types under separate names",
      "a stock WebHDFS client fails on an unknown name"),
  WEBHDFS_FROM_JSON(
      "org.apache.hadoop.hdfs.web.JsonUtilClient",
      "toLocatedBlock(Map), toBlockLocation(Map), toBlockStoragePolicy(Map)",
      "reads the true types from WebHDFS JSON",
      "stock code ignores their names"),
  TOKEN_TO_BYTES(
      "org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier",
      "write(DataOutput)",
      "writes aliases into a block token, with the true types behind all else",
      "a stock DataNode fails on the name of a custom type"),
  TOKEN_FROM_BYTES(
      "org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier",
      "readFields(DataInput)",
      "reads the true types of a block token",
      "they come behind what stock code reads"),
  TOKEN_TYPES(
      "org.apache.hadoop.hdfs.security.token.block.BlockTokenSecretManager",
      "checkAccess(Object[], Object[], String)",
      "accepts the alias of a custom type in a block token check",
      "a stock client asks for the alias"),
  WRITER_TOKEN(
      "org.apache.hadoop.hdfs.server.blockmanagement.BlockManager",
      "setBlockToken(LocatedBlock, AccessMode)",
      "puts the chosen storages into the block token",
      "a client that names none passes on only the token"),
  WRITTEN_STORAGE(
      "org.apache.hadoop.hdfs.server.datanode.DataXceiver",
      "writeBlock(ExtendedBlock, StorageType, Token, ...)",
      "writes a replica to the storage that the NameNode chose",
      "the dataset gets what the client said"),
  COPIED_STORAGE(
      "org.apache.hadoop.hdfs.server.datanode.DataXceiver",
      "transferBlock(ExtendedBlock, Token, String, DatanodeInfo[], StorageType[], String[])",
      "copies a replica to the storage that the NameNode chose",
      "the DataNode passes on what the client named"),
  BLOCK_KEYS_REQUEST(
      "org.apache.hadoop.hdfs.protocolPB.NamenodeProtocolTranslatorPB",
      "<clinit>",
      "tells a NameNode that a Mover or Balancer has the overlay",
      "nothing else that they send shows it"),
  BLOCK_KEYS_GUARD(
      "org.apache.hadoop.hdfs.protocolPB.NamenodeProtocolServerSideTranslatorPB",
      "getBlockKeys(RpcController, GetBlockKeysRequestProto)",
      "refuses Movers and Balancers without the overlay",
      "they have to be refused before they move anything"),
  POLICY_SUITE(
      "org.apache.hadoop.hdfs.server.blockmanagement.BlockStoragePolicySuite",
      "getDefaultPolicyID(Configuration, BlockStoragePolicy[])",
      "adds the configured storage policies",
      "static; here the suite is complete and not yet used"),
  QUOTA_EDIT(
      "org.apache.hadoop.hdfs.server.namenode.FSEditLogOp$SetQuotaByStorageTypeOp",
      "writeFields(DataOutputStream), toXml(ContentHandler)",
      "writes the number of a custom type, not its ordinal, to edits",
      "the ordinal changes when a type is added"),
  STRIPED_POLICY(
      "org.apache.hadoop.hdfs.server.namenode.ErasureCodingPolicyManager",
      "checkStoragePolicySuitableForECStripedMode(byte)",
      "honours custom policies of a single type for erasure-coded files",
      "a fixed list of policies"),
  POLICY_EVENT(
      "org.apache.hadoop.hdfs.server.namenode.InotifyFSEditLogOpTranslator",
      "translate(FSEditLogOp)",
      "adds changed storage policies to the inotify stream",
      "a switch leaves this operation out"),
  FSCK_POLICY(
      "org.apache.hadoop.hdfs.server.namenode.StoragePolicySummary$StorageTypeAllocation",
      "setActualStoragePolicy(BlockStoragePolicy)",
      "lets fsck recognise a block that matches its policy",
      "fsck expects the type with the greatest ordinal to repeat"),
  IMAGE_XML(
      "org.apache.hadoop.hdfs.util.XMLUtils",
      "codePointMustBeMangled(int)",
      "preserves the id of a policy in an image's XML",
      "XML reads id 13, a carriage return, as a line feed"),
  REPLICA_TO_DELETE(
      "org.apache.hadoop.hdfs.server.blockmanagement.InvalidateBlocks",
      "add(Block, DatanodeInfo, boolean)",
      "keeps a queued deletion from replicas appended to since",
      "there is no extension point between choice and order"),
  APPENDED_BLOCK(
      "org.apache.hadoop.hdfs.server.blockmanagement.BlockManager",
      "convertLastBlockToUnderConstruction(BlockCollection, long)",
      "cancels deletions of surplus replicas before an append",
      "stock code cancels only some of them"),
  NAMENODE_START(
      "org.apache.hadoop.hdfs.server.namenode.NameNode",
      "<init>(Configuration, NamenodeRole)",
      "checks configuration and overlay before a NameNode reads its namespace",
      "plug-ins start later"),
  DATANODE_START(
      "org.apache.hadoop.hdfs.server.datanode.DataNode",
      "getStorageLocations(Configuration)",
      "checks configuration and overlay before a DataNode opens its volumes",
      "plug-ins start later"),
  VOLUME_CHANGE(
      "org.apache.hadoop.hdfs.server.datanode.DataNode",
      "refreshVolumes(String)",
      "refuses a new volume of a RAM type that is not in memory",
      "there is no hook for new volumes"),
  SLOW_VOLUMES(
      "org.apache.hadoop.hdfs.server.datanode.metrics.DataNodeDiskMetrics",
      "startDiskOutlierDetectionThread()",
      "compares a volume's speed with its storage type only",
      "the detector gets latencies by path only"),
  WRITE_TRANSFER(
      "org.apache.hadoop.hdfs.server.datanode.DataXceiver",
      "writeBlock(ExtendedBlock, StorageType, Token, String, ...)",
      "records a writing thread's client, and whether it writes to others; limits new replicas",
      "a block receiver does not know the pipeline, and has files open"),
  UNSYNCED_TRANSFER(
      "org.apache.hadoop.hdfs.server.datanode.DataNode$DataTransfer",
      "<init>(DataNode, DatanodeInfo[], StorageType[], String[], ExtendedBlock,"
          + " BlockConstructionStage, String)",
      "tells a DataNode that joins a pipeline if nobody has synced what it gets",
      "a private class makes the request"),
  READ_TRANSFER(
      "org.apache.hadoop.hdfs.server.datanode.DataXceiver",
      "readBlock(ExtendedBlock, Token, String, long, long, boolean, CachingStrategy)",
      "records a reading thread's client; limits readers",
      "the dataset does not know the client"),
  LOCAL_READ(
      "org.apache.hadoop.hdfs.server.datanode.DataNode",
      "requestShortCircuitFdsForRead(ExtendedBlock, Token, int)",
      "gives a short-circuit reader no files of a volume whose reads stall",
      "a failure would stop short-circuit reads for ten minutes"),
  NAMESPACE_INFO(
      "org.apache.hadoop.hdfs.protocolPB.PBHelper",
      "convert(NamespaceInfo)",
      "announces that a NameNode knows custom types",
      "a DataNode needs to know it before it registers"),
  REGISTRATION(
      "org.apache.hadoop.hdfs.protocolPB.PBHelper",
      "convert(DatanodeRegistration)",
      "sends a DataNode's storage types to the NameNode",
      "no other message describes a DataNode"),
  REGISTRATION_CHECK(
      "org.apache.hadoop.hdfs.protocolPB.DatanodeProtocolServerSideTranslatorPB",
      "registerDatanode(RpcController, RegisterDatanodeRequestProto)",
      "refuses a DataNode whose storage types differ",
      "fields that a DataNode adds are not passed on"),
  UNREGISTERED_HEARTBEAT(
      "org.apache.hadoop.hdfs.protocolPB.DatanodeProtocolServerSideTranslatorPB",
      "sendHeartbeat(RpcController, HeartbeatRequestProto)",
      "has a DataNode register whose storages this NameNode cannot read",
      "stock code reads all of a heartbeat first"),
  REGISTER(
      "org.apache.hadoop.hdfs.server.datanode.BPServiceActor",
      "register(NamespaceInfo)",
      "hides custom types from a stock NameNode; shows refusals, and pauses between tries",
      "stock code tries with each heartbeat"),
  STORAGE_TO_PROTO(
      "org.apache.hadoop.hdfs.protocolPB.PBHelperClient",
      "convert(DatanodeStorage)",
      "sends the name of a custom type with its number",
      "the message has only a number"),
  STORAGE_FROM_PROTO(
      "org.apache.hadoop.hdfs.protocolPB.PBHelperClient",
      "convert(DatanodeStorageProto)",
      "refuses a number that stands for another type on this side",
      "protobuf reads an unknown number as DISK"),
  STORAGE_REPORT_TO_PROTO(
      "org.apache.hadoop.hdfs.protocolPB.PBHelperClient",
      "convert(StorageReport)",
      "sends the state of a volume with its room",
      "the message has no field for it"),
  STORAGE_REPORT_FROM_PROTO(
      "org.apache.hadoop.hdfs.protocolPB.PBHelperClient",
      "convert(StorageReportProto)",
      "reads the state of a volume with its room",
      "stock code ignores its field"),
  HEARTBEAT_ANSWER_TO_PROTO(
      "org.apache.hadoop.hdfs.protocolPB.PBHelper",
      "convert(NNHAStatusHeartbeat)",
      "tells a DataNode how many others answer",
      "the message has no field for it"),
  HEARTBEAT_ANSWER_FROM_PROTO(
      "org.apache.hadoop.hdfs.protocolPB.PBHelper",
      "convert(NNHAStatusHeartbeatProto)",
      "reads how many other DataNodes answer",
      "stock code ignores its field"),
  VOLUME_REPORTS(
      "org.apache.hadoop.hdfs.server.blockmanagement.BlockManager",
      "updateHeartbeat(DatanodeDescriptor, StorageReport[], long, long, int, int,"
          + " VolumeFailureSummary)",
      "receives the states of volumes from heartbeats",
      "a NameNode has no listener for them"),
  LOCATED_ORDER(
      "org.apache.hadoop.hdfs.server.blockmanagement.DatanodeManager",
      "sortLocatedBlocks(String, List)",
      "lists replicas on hung or slow volumes last",
      "Hadoop sorts by whole DataNodes"),
  COPY_SOURCE(
      "org.apache.hadoop.hdfs.server.blockmanagement.BlockManager",
      "chooseSourceDatanodes(BlockInfo, List, List, NumberReplicas, List, List, List, int)",
      "copies from a hung or slow volume only as a last resort",
      "nothing is pluggable where sources are chosen"),
  TARGET_VOLUME(
      "org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor",
      "chooseStorage4Block(StorageType, long, int)",
      "puts no new replicas on hung or slow volumes",
      "all placement policies ask here for a volume"),
  REPLICA_STATE(
      "org.apache.hadoop.hdfs.server.blockmanagement.BlockManager",
      "checkReplicaOnStorage(NumberReplicas, BlockInfo, DatanodeStorageInfo, Collection, boolean)",
      "counts replicas on volumes avoided for long as being decommissioned",
      "Hadoop decommissions whole DataNodes"),
  SURPLUS_REPLICAS(
      "org.apache.hadoop.hdfs.server.blockmanagement.BlockManager",
      "chooseExcessRedundancies(Collection, BlockInfo, short, DatanodeDescriptor,"
          + " DatanodeDescriptor)",
      "chooses surplus replicas among those that count",
      "the placement policy is called later, with a fixed number"),
  REPLACED_VOLUMES(
      "org.apache.hadoop.hdfs.server.blockmanagement.BlockManager",
      "computeDatanodeWork()",
      "looks at a volume's blocks when replicas stop or start to count",
      "the active NameNode plans its work here"),
  PACKET_BUFFERS(
      "org.apache.hadoop.hdfs.ClientContext",
      "<init>(String, DfsClientConf, Configuration)",
      "lets a client reuse the buffers of acknowledged packets",
      "Hadoop's own manager blocks streams at its limit"),
  BULK_CHUNKS(
      "org.apache.hadoop.fs.FSOutputSummer",
      "write1(byte[], int, int)",
      "copies all whole chunks that fit into a packet at once",
      "private, in a stream that is not pluggable"),
  PIPELINE_SOCKET(
      "org.apache.hadoop.hdfs.DataStreamer",
      "createSocketForPipeline(DatanodeInfo, int, DFSClient)",
      "uses blocking writes",
      "the socket factory applies to readers, too"),
  ACK_READS(
      "org.apache.hadoop.hdfs.DataStreamer",
      "createBlockOutputStream(DatanodeInfo[], StorageType[], String[], long, boolean)",
      "reads acknowledgements through a buffer",
      "the stream is created here, for a private field"),
  XCEIVER_INPUT(
      "org.apache.hadoop.hdfs.server.datanode.DataXceiver",
      "run()",
      "reads several packets at once",
      "the stream is created here, with at most 512 bytes"),
  XCEIVER_THREAD(
      "org.apache.hadoop.hdfs.server.datanode.DataXceiverServer",
      "run()",
      "defers interrupts while a thread writes to a file",
      "the thread is created here"),
  RECEIVE_BLOCK(
      "org.apache.hadoop.hdfs.server.datanode.BlockReceiver",
      "receiveBlock(DataOutputStream, DataInputStream, DataOutputStream, String,"
          + " DataTransferThrottler, DatanodeInfo[], boolean)",
      "lends a buffer to a receiver for its block",
      "there is no factory, and no other method spans a block"),
  RECEIVE_PACKET(
      "org.apache.hadoop.hdfs.server.datanode.BlockReceiver",
      "receivePacket()",
      "receives ordinary packets in batches",
      "a private method that handles one at a time"),
  ENQUEUE_ACK(
      "org.apache.hadoop.hdfs.server.datanode.BlockReceiver$PacketResponder",
      "enqueue(long, boolean, long, Status)",
      "acknowledges a packet in the thread that wrote it",
      "stock code always uses a second thread"),
  MIRROR_ACKS(
      "org.apache.hadoop.hdfs.server.datanode.BlockReceiver$PacketResponder",
      "<init>(BlockReceiver, DataOutputStream, DataInputStream, DatanodeInfo[])",
      "reads the next DataNode's acknowledgements through a buffer",
      "the streams are created here"),
  RECEIVER_PROFILE(
      "org.apache.hadoop.hdfs.server.datanode.BlockReceiver",
      "<init>(ExtendedBlock, StorageType, DataInputStream, String, String, BlockConstructionStage,"
          + " long, long, long, String, DatanodeInfo, DataNode, DataChecksum, CachingStrategy,"
          + " boolean, boolean, String)",
      "applies the profile of a storage type to writes",
      "Hadoop has one value for all volumes"),
  SYNC_ON_CLOSE(
      "org.apache.hadoop.hdfs.server.datanode.BlockReceiver",
      "receiveBlock(DataOutputStream, DataInputStream, DataOutputStream, String,"
          + " DataTransferThrottler, DatanodeInfo[], boolean)",
      "syncs completed blocks by the profile of their type",
      "stock code cannot distinguish a close from an hsync"),
  SENDER_PROFILE(
      "org.apache.hadoop.hdfs.server.datanode.BlockSender",
      "<init>(ExtendedBlock, long, long, boolean, boolean, boolean, DataNode, String,"
          + " CachingStrategy)",
      "applies the profile of a storage type to reads",
      "Hadoop has one value for all volumes"),
  RECONFIGURABLE(
      "org.apache.hadoop.hdfs.server.datanode.DataNode",
      "getReconfigurableProperties(), listReconfigurableProperties()",
      "makes profile keys changeable at run time",
      "the list is a constant"),
  RECONFIGURE(
      "org.apache.hadoop.hdfs.server.datanode.DataNode",
      "reconfigurePropertyImpl(String, String)",
      "applies changed profiles at run time",
      "a DataNode has no subclass, and refuses unknown keys");

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
