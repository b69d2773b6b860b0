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
      "the types are an enum; its constants are created only in its class initialiser"),
  STORAGE_TYPE_BY_NUMBER(
      "org.apache.hadoop.fs.StorageType",
      "parseStorageType(int)",
      "reads the stable number of a custom type from edits",
      "stock code uses the number in edits as an index"),
  STORAGE_TYPE_PROTO_VALUES(
      "org.apache.hadoop.hdfs.protocol.proto.HdfsProtos$StorageTypeProto",
      "<clinit>",
      "adds the configured storage types to the wire format",
      "the wire format is an enum, too; its constants are created in its class initialiser"),
  STORAGE_TYPE_PROTO_FOR_NUMBER(
      "org.apache.hadoop.hdfs.protocol.proto.HdfsProtos$StorageTypeProto",
      "forNumber(int)",
      "finds a custom type by its number on the wire",
      "protobuf's parser calls it for each number that it reads"),
  STORAGE_TYPE_PROTO_DESCRIPTOR(
      "org.apache.hadoop.hdfs.protocol.proto.HdfsProtos$StorageTypeProto",
      "getValueDescriptor()",
      "describes a custom type to protobuf's text and JSON formats",
      "its file descriptor does not list added constants"),
  STORAGE_TYPE_PROTO_BY_DESCRIPTOR(
      "org.apache.hadoop.hdfs.protocol.proto.HdfsProtos$StorageTypeProto",
      "valueOf(EnumValueDescriptor)",
      "finds a custom type by its descriptor",
      "it looks up constants in the file descriptor, which does not list added ones"),
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
      "a stock client fails on an unknown number"),
  LOCATED_BLOCK_FROM_PROTO(
      "org.apache.hadoop.hdfs.protocolPB.PBHelperClient",
      "convertLocatedBlockProto(LocatedBlockProto)",
      "reads the true types of located blocks instead of the aliases",
      "the true types come in a field that stock code does not read"),
  POLICY_TO_PROTO(
      "org.apache.hadoop.hdfs.protocolPB.PBHelperClient",
      "convert(StorageType[])",
      "shows stock peers a policy with aliases, and the true types beside them",
      "a stock client gets a policy without types, and Hadoop's Mover fails on it"),
  POLICY_FROM_PROTO(
      "org.apache.hadoop.hdfs.protocolPB.PBHelperClient",
      "convert(BlockStoragePolicyProto)",
      "reads the true types of a policy instead of the aliases",
      "the true types come in a field that stock code does not read"),
  QUOTA_USAGE_TO_PROTO(
      "org.apache.hadoop.hdfs.protocolPB.PBHelperClient",
      "getBuilder(QuotaUsage)",
      "sends the quotas of custom types in a field of their own",
      "a stock client reads the quota of an unknown type as that of DISK"),
  QUOTA_USAGE_FROM_PROTO(
      "org.apache.hadoop.hdfs.protocolPB.PBHelperClient",
      "addStorageTypes(StorageTypeQuotaInfosProto, QuotaUsage.Builder)",
      "reads the quotas of custom types from that field",
      "these quotas come in a field that stock code does not read"),
  BALANCER_BLOCK_TO_PROTO(
      "org.apache.hadoop.hdfs.protocolPB.PBHelper",
      "convert(BlockWithLocations)",
      "shows a stock balancer the alias of a custom type, with the true type beside it",
      "Hadoop's Balancer fails on an unknown number"),
  BALANCER_BLOCK_FROM_PROTO(
      "org.apache.hadoop.hdfs.protocolPB.PBHelper",
      "convert(BlockWithLocationsProto)",
      "reads the true types of listed replicas instead of the aliases",
      "the true types come in a field that stock code does not read"),
  WEBHDFS_TO_JSON(
      "org.apache.hadoop.hdfs.web.JsonUtil",
      "toJsonMap(LocatedBlock), toJsonMap(BlockLocation), toJsonMap(BlockStoragePolicy)",
      "shows stock WebHDFS clients aliases, and the true types under separate names",
      "a stock WebHDFS client fails on an unknown name"),
  WEBHDFS_FROM_JSON(
      "org.apache.hadoop.hdfs.web.JsonUtilClient",
      "toLocatedBlock(Map), toBlockLocation(Map), toBlockStoragePolicy(Map)",
      "reads the true types from WebHDFS JSON instead of the aliases",
      "the true types have names that stock code does not read"),
  TOKEN_TO_BYTES(
      "org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier",
      "write(DataOutput)",
      "writes aliases into a block token, with the true types behind all that a stock DataNode reads",
      "a stock DataNode fails on a token with the name of a custom type"),
  TOKEN_FROM_BYTES(
      "org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier",
      "readFields(DataInput)",
      "reads the true types of a block token instead of the aliases",
      "the true types come behind what stock code reads"),
  TOKEN_TYPES(
      "org.apache.hadoop.hdfs.security.token.block.BlockTokenSecretManager",
      "checkAccess(Object[], Object[], String)",
      "accepts the alias of a custom type in a block token check",
      "a block token names storage types, and a stock client asks for the alias"),
  WRITER_TOKEN(
      "org.apache.hadoop.hdfs.server.blockmanagement.BlockManager",
      "setBlockToken(LocatedBlock, AccessMode)",
      "puts the chosen storages into the block token, for clients that do not name them",
      "the token is all that such a client passes on to the DataNode"),
  WRITTEN_STORAGE(
      "org.apache.hadoop.hdfs.server.datanode.DataXceiver",
      "writeBlock(ExtendedBlock, StorageType, Token, ...)",
      "writes a replica to the storage that the NameNode chose, whatever the client says",
      "the token is not passed on from this method; the dataset gets what the client said"),
  COPIED_STORAGE(
      "org.apache.hadoop.hdfs.server.datanode.DataXceiver",
      "transferBlock(ExtendedBlock, Token, String, DatanodeInfo[], StorageType[], String[])",
      "copies a replica to the storage that the NameNode chose for a replacement",
      "the DataNode sends this copy itself, and names the storage that the client named"),
  BLOCK_KEYS_REQUEST(
      "org.apache.hadoop.hdfs.protocolPB.NamenodeProtocolTranslatorPB",
      "<clinit>",
      "tells a NameNode that a Mover or Balancer has the overlay",
      "nothing else that a Mover or Balancer sends shows that it knows custom types"),
  BLOCK_KEYS_GUARD(
      "org.apache.hadoop.hdfs.protocolPB.NamenodeProtocolServerSideTranslatorPB",
      "getBlockKeys(RpcController, GetBlockKeysRequestProto)",
      "refuses Movers and Balancers without the overlay",
      "they have to be refused before they move anything"),
  POLICY_SUITE(
      "org.apache.hadoop.hdfs.server.blockmanagement.BlockStoragePolicySuite",
      "getDefaultPolicyID(Configuration, BlockStoragePolicy[])",
      "adds the configured storage policies",
      "the suite is filled by a static method; at this point it is complete and not"
          + " yet in use"),
  QUOTA_EDIT(
      "org.apache.hadoop.hdfs.server.namenode.FSEditLogOp$SetQuotaByStorageTypeOp",
      "writeFields(DataOutputStream), toXml(ContentHandler)",
      "writes the stable number of a custom type, not its ordinal, to edits",
      "stock code writes the ordinal, which changes when a type is added"),
  STRIPED_POLICY(
      "org.apache.hadoop.hdfs.server.namenode.ErasureCodingPolicyManager",
      "checkStoragePolicySuitableForECStripedMode(byte)",
      "honours custom policies of a single type for erasure-coded files",
      "a fixed list; other policies are ignored for erasure-coded files"),
  POLICY_EVENT(
      "org.apache.hadoop.hdfs.server.namenode.InotifyFSEditLogOpTranslator",
      "translate(FSEditLogOp)",
      "adds changed storage policies to the inotify stream",
      "a switch over operations leaves this one out"),
  FSCK_POLICY(
      "org.apache.hadoop.hdfs.server.namenode.StoragePolicySummary$StorageTypeAllocation",
      "setActualStoragePolicy(BlockStoragePolicy)",
      "lets fsck recognise a block that matches its policy, whatever the order of the types",
      "fsck sorts types by ordinal and assumes that the last one repeats; custom"
          + " types come last, and most do not repeat"),
  IMAGE_XML(
      "org.apache.hadoop.hdfs.util.XMLUtils",
      "codePointMustBeMangled(int)",
      "preserves the id of a policy in an image's XML",
      "the offline image viewer writes a policy as the character with its id; 13 (ALL_RAMDISK) is a carriage return, which XML reads as a line feed"),
  REPLICA_TO_DELETE(
      "org.apache.hadoop.hdfs.server.blockmanagement.InvalidateBlocks",
      "add(Block, DatanodeInfo, boolean)",
      "keeps a queued deletion from deleting a replica that was appended to since",
      "stock code queues its own record of the block; an append changes the"
          + " generation stamp in it, and the DataNode deletes the new replica. There is"
          + " no extension point between choice and order"),
  APPENDED_BLOCK(
      "org.apache.hadoop.hdfs.server.blockmanagement.BlockManager",
      "convertLastBlockToUnderConstruction(BlockCollection, long)",
      "cancels the deletion of surplus replicas that are about to be appended to",
      "stock code cancels only some of the deletions that it ordered before an append"),
  NAMENODE_START(
      "org.apache.hadoop.hdfs.server.namenode.NameNode",
      "<init>(Configuration, NamenodeRole)",
      "checks configuration and overlay before a NameNode reads its namespace",
      "NameNode plug-ins start after the namespace is loaded"),
  DATANODE_START(
      "org.apache.hadoop.hdfs.server.datanode.DataNode",
      "getStorageLocations(Configuration)",
      "checks configuration and overlay before a DataNode opens its volumes",
      "DataNode plug-ins start after its volumes are opened"),
  VOLUME_CHANGE(
      "org.apache.hadoop.hdfs.server.datanode.DataNode",
      "refreshVolumes(String)",
      "refuses a new volume of a RAM type that is not in memory",
      "a running DataNode accepts new volumes without any hook"),
  SLOW_VOLUMES(
      "org.apache.hadoop.hdfs.server.datanode.metrics.DataNodeDiskMetrics",
      "startDiskOutlierDetectionThread()",
      "compares each volume's speed with volumes of the same storage type only",
      "the detector is created in the constructor and gets latencies by path only"),
  WRITE_TRANSFER(
      "org.apache.hadoop.hdfs.server.datanode.DataXceiver",
      "writeBlock(ExtendedBlock, StorageType, Token, String, ...)",
      "records which client connection a writing thread serves, and whether the client"
          + " writes to other DataNodes, too; refuses a new replica beyond the limit of its"
          + " storage type",
      "a block receiver does not know the size of the pipeline, and has files open"),
  UNSYNCED_TRANSFER(
      "org.apache.hadoop.hdfs.server.datanode.DataNode$DataTransfer",
      "<init>(DataNode, DatanodeInfo[], StorageType[], String[], ExtendedBlock,"
          + " BlockConstructionStage, String)",
      "tells a DataNode that joins a pipeline if nobody has synced what it gets",
      "the request that precedes a copy is made in a private class"),
  READ_TRANSFER(
      "org.apache.hadoop.hdfs.server.datanode.DataXceiver",
      "readBlock(ExtendedBlock, Token, String, long, long, boolean, CachingStrategy)",
      "records which client connection a reading thread serves; refuses one beyond the"
          + " limit of the storage type",
      "the dataset that opens the replica does not know the client"),
  LOCAL_READ(
      "org.apache.hadoop.hdfs.server.datanode.DataNode",
      "requestShortCircuitFdsForRead(ExtendedBlock, Token, int)",
      "gives a short-circuit reader no files of a volume whose reads stall",
      "if the dataset fails, clients do no short-circuit reads from the DataNode for ten"
          + " minutes"),
  NAMESPACE_INFO(
      "org.apache.hadoop.hdfs.protocolPB.PBHelper",
      "convert(NamespaceInfo)",
      "announces that a NameNode knows custom storage types",
      "a DataNode needs to know this before it registers"),
  REGISTRATION(
      "org.apache.hadoop.hdfs.protocolPB.PBHelper",
      "convert(DatanodeRegistration)",
      "sends a DataNode's table of storage types to the NameNode",
      "the only message in which a DataNode describes itself to each NameNode"),
  REGISTRATION_CHECK(
      "org.apache.hadoop.hdfs.protocolPB.DatanodeProtocolServerSideTranslatorPB",
      "registerDatanode(RpcController, RegisterDatanodeRequestProto)",
      "refuses a DataNode whose storage types differ from the NameNode's",
      "fields that a DataNode adds to its registration are not passed on from this method"),
  UNREGISTERED_HEARTBEAT(
      "org.apache.hadoop.hdfs.protocolPB.DatanodeProtocolServerSideTranslatorPB",
      "sendHeartbeat(RpcController, HeartbeatRequestProto)",
      "has a DataNode register whose storages this NameNode cannot read",
      "stock code reads all of a heartbeat before it asks for a registration"),
  REGISTER(
      "org.apache.hadoop.hdfs.server.datanode.BPServiceActor",
      "register(NamespaceInfo)",
      "hides volumes of custom types from a stock NameNode; shows which NameNodes refuse the"
          + " DataNode, and pauses between tries",
      "stock code tries again with each heartbeat, and tells only the log"),
  STORAGE_TO_PROTO(
      "org.apache.hadoop.hdfs.protocolPB.PBHelperClient",
      "convert(DatanodeStorage)",
      "sends the name of a custom type along with its number",
      "the message has only a number"),
  STORAGE_FROM_PROTO(
      "org.apache.hadoop.hdfs.protocolPB.PBHelperClient",
      "convert(DatanodeStorageProto)",
      "refuses a storage whose number stands for another type on this side",
      "protobuf silently reads an unknown number as DISK"),
  STORAGE_REPORT_TO_PROTO(
      "org.apache.hadoop.hdfs.protocolPB.PBHelperClient",
      "convert(StorageReport)",
      "sends the state of a volume with the report of its room",
      "a heartbeat's message has no field for the state of a volume"),
  STORAGE_REPORT_FROM_PROTO(
      "org.apache.hadoop.hdfs.protocolPB.PBHelperClient",
      "convert(StorageReportProto)",
      "reads the state of a volume from the report of its room",
      "it comes in a field that stock code does not read"),
  HEARTBEAT_ANSWER_TO_PROTO(
      "org.apache.hadoop.hdfs.protocolPB.PBHelper",
      "convert(NNHAStatusHeartbeat)",
      "tells a DataNode with each heartbeat's answer how many others answer",
      "the answer has no field for the state of other DataNodes"),
  HEARTBEAT_ANSWER_FROM_PROTO(
      "org.apache.hadoop.hdfs.protocolPB.PBHelper",
      "convert(NNHAStatusHeartbeatProto)",
      "reads from a heartbeat's answer how many other DataNodes answer",
      "it comes in a field that stock code does not read"),
  VOLUME_REPORTS(
      "org.apache.hadoop.hdfs.server.blockmanagement.BlockManager",
      "updateHeartbeat(DatanodeDescriptor, StorageReport[], long, long, int, int,"
          + " VolumeFailureSummary)",
      "receives the states of volumes from heartbeats",
      "a NameNode has no listener for heartbeats"),
  LOCATED_ORDER(
      "org.apache.hadoop.hdfs.server.blockmanagement.DatanodeManager",
      "sortLocatedBlocks(String, List)",
      "puts replicas on volumes that hang or are slow behind all others",
      "Hadoop sorts by the state of whole DataNodes"),
  COPY_SOURCE(
      "org.apache.hadoop.hdfs.server.blockmanagement.BlockManager",
      "chooseSourceDatanodes(BlockInfo, List, List, NumberReplicas, List, List, List, int)",
      "copies from a volume that hangs or is slow only where there is no other replica",
      "nothing is pluggable where a NameNode chooses sources"),
  TARGET_VOLUME(
      "org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor",
      "chooseStorage4Block(StorageType, long, int)",
      "puts no new replicas on volumes that hang or are slow",
      "all placement policies, Hadoop's and others, ask here for a DataNode's volume"),
  REPLICA_STATE(
      "org.apache.hadoop.hdfs.server.blockmanagement.BlockManager",
      "checkReplicaOnStorage(NumberReplicas, BlockInfo, DatanodeStorageInfo, Collection, boolean)",
      "counts replicas on volumes avoided for long as being decommissioned",
      "Hadoop takes whole DataNodes out of service"),
  SURPLUS_REPLICAS(
      "org.apache.hadoop.hdfs.server.blockmanagement.BlockManager",
      "chooseExcessRedundancies(Collection, BlockInfo, short, DatanodeDescriptor,"
          + " DatanodeDescriptor)",
      "chooses surplus replicas among those that count",
      "the placement policy is called later, with a fixed number to choose"),
  REPLACED_VOLUMES(
      "org.apache.hadoop.hdfs.server.blockmanagement.BlockManager",
      "computeDatanodeWork()",
      "looks at the blocks of a volume whose replicas stop counting or count again",
      "the active NameNode plans its work here, outside safe mode, on a thread of its own"),
  PACKET_BUFFERS(
      "org.apache.hadoop.hdfs.ClientContext",
      "<init>(String, DfsClientConf, Configuration)",
      "lets a client reuse the buffers of acknowledged packets",
      "Hadoop's own manager is the only alternative, and it blocks streams at its limit"),
  BULK_CHUNKS(
      "org.apache.hadoop.fs.FSOutputSummer",
      "write1(byte[], int, int)",
      "copies all whole chunks that fit into a packet at once",
      "private, and a client's output stream is not pluggable"),
  PIPELINE_SOCKET(
      "org.apache.hadoop.hdfs.DataStreamer",
      "createSocketForPipeline(DatanodeInfo, int, DFSClient)",
      "uses blocking writes",
      "the configurable socket factory applies to readers, too"),
  ACK_READS(
      "org.apache.hadoop.hdfs.DataStreamer",
      "createBlockOutputStream(DatanodeInfo[], StorageType[], String[], long, boolean)",
      "reads acknowledgements through a buffer",
      "the stream is created in this method and kept in a private field"),
  XCEIVER_INPUT(
      "org.apache.hadoop.hdfs.server.datanode.DataXceiver",
      "run()",
      "reads a connection through a buffer that holds several packets",
      "the stream is created inside the method, with a buffer of at most 512 bytes"),
  XCEIVER_THREAD(
      "org.apache.hadoop.hdfs.server.datanode.DataXceiverServer",
      "run()",
      "lets a connection's thread defer interrupts while it writes to a file",
      "the thread is created inside the method; an interrupt would close the file channel"),
  RECEIVE_BLOCK(
      "org.apache.hadoop.hdfs.server.datanode.BlockReceiver",
      "receiveBlock(DataOutputStream, DataInputStream, DataOutputStream, String,"
          + " DataTransferThrottler, DatanodeInfo[], boolean)",
      "lends a buffer to a receiver for the duration of its block",
      "there is no factory for receivers, and no other method spans all packets of a block"),
  RECEIVE_PACKET(
      "org.apache.hadoop.hdfs.server.datanode.BlockReceiver",
      "receivePacket()",
      "receives ordinary packets in batches, and leaves special ones to stock code",
      "a private method that handles one packet at a time"),
  ENQUEUE_ACK(
      "org.apache.hadoop.hdfs.server.datanode.BlockReceiver$PacketResponder",
      "enqueue(long, boolean, long, Status)",
      "acknowledges a packet in the thread that wrote it, at the end of a pipeline",
      "stock code hands every acknowledgement to a second thread, without an extension point"),
  MIRROR_ACKS(
      "org.apache.hadoop.hdfs.server.datanode.BlockReceiver$PacketResponder",
      "<init>(BlockReceiver, DataOutputStream, DataInputStream, DatanodeInfo[])",
      "reads the acknowledgements of the next DataNode through a buffer",
      "stock code creates these streams without a buffer"),
  RECEIVER_PROFILE(
      "org.apache.hadoop.hdfs.server.datanode.BlockReceiver",
      "<init>(ExtendedBlock, StorageType, DataInputStream, String, String,"
          + " BlockConstructionStage, long, long, long, String, DatanodeInfo, DataNode,"
          + " DataChecksum, CachingStrategy, boolean, boolean, String)",
      "applies the profile of a volume's storage type to writes",
      "Hadoop has one value for all volumes, and no factory for receivers"),
  SYNC_ON_CLOSE(
      "org.apache.hadoop.hdfs.server.datanode.BlockReceiver",
      "receiveBlock(DataOutputStream, DataInputStream, DataOutputStream, String,"
          + " DataTransferThrottler, DatanodeInfo[], boolean)",
      "syncs a completed block if the profile of its storage type says so",
      "stock code's sync method cannot distinguish a close from an hsync"),
  SENDER_PROFILE(
      "org.apache.hadoop.hdfs.server.datanode.BlockSender",
      "<init>(ExtendedBlock, long, long, boolean, boolean, boolean, DataNode, String,"
          + " CachingStrategy)",
      "applies the profile of a volume's storage type to reads",
      "Hadoop has one value for all volumes, read before it looks up the volume"),
  RECONFIGURABLE(
      "org.apache.hadoop.hdfs.server.datanode.DataNode",
      "getReconfigurableProperties(), listReconfigurableProperties()",
      "adds profile keys to those that can be changed at run time",
      "the list is a constant"),
  RECONFIGURE(
      "org.apache.hadoop.hdfs.server.datanode.DataNode",
      "reconfigurePropertyImpl(String, String)",
      "applies changed profiles when its configuration is reloaded",
      "a DataNode has no subclass to override it, and refuses unknown keys");

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
