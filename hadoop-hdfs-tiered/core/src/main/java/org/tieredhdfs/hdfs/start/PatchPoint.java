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
      "org.apache.hadoop.fs.StorageType", "<clinit>", "adds the configured storage types"),
  STORAGE_TYPE_BY_NUMBER(
      "org.apache.hadoop.fs.StorageType",
      "parseStorageType(int)",
      "reads the stable number of a custom type from edits"),
  STORAGE_TYPE_PROTO_VALUES(
      "org.apache.hadoop.hdfs.protocol.proto.HdfsProtos$StorageTypeProto",
      "<clinit>",
      "adds the configured storage types to the wire format"),
  STORAGE_TYPE_PROTO_FOR_NUMBER(
      "org.apache.hadoop.hdfs.protocol.proto.HdfsProtos$StorageTypeProto",
      "forNumber(int)",
      "finds a custom type by its number on the wire"),
  STORAGE_TYPE_PROTO_DESCRIPTOR(
      "org.apache.hadoop.hdfs.protocol.proto.HdfsProtos$StorageTypeProto",
      "getValueDescriptor()",
      "describes a custom type to protobuf's text and JSON formats"),
  STORAGE_TYPE_PROTO_BY_DESCRIPTOR(
      "org.apache.hadoop.hdfs.protocol.proto.HdfsProtos$StorageTypeProto",
      "valueOf(EnumValueDescriptor)",
      "finds a custom type by such a description"),
  CONVERT_TO_PROTO(
      "org.apache.hadoop.hdfs.protocolPB.PBHelperClient",
      "convertStorageType(StorageType)",
      "sends custom types over RPC"),
  CONVERT_FROM_PROTO(
      "org.apache.hadoop.hdfs.protocolPB.PBHelperClient",
      "convertStorageType(StorageTypeProto)",
      "receives custom types over RPC"),
  LOCATED_BLOCK_TO_PROTO(
      "org.apache.hadoop.hdfs.protocolPB.PBHelperClient",
      "convertLocatedBlock(LocatedBlock)",
      "shows stock peers the alias of a custom type, with the true type beside it"),
  LOCATED_BLOCK_FROM_PROTO(
      "org.apache.hadoop.hdfs.protocolPB.PBHelperClient",
      "convertLocatedBlockProto(LocatedBlockProto)",
      "takes the true types of located blocks instead of the aliases"),
  POLICY_TO_PROTO(
      "org.apache.hadoop.hdfs.protocolPB.PBHelperClient",
      "convert(StorageType[])",
      "shows stock peers a policy with aliases, and the true types beside them"),
  POLICY_FROM_PROTO(
      "org.apache.hadoop.hdfs.protocolPB.PBHelperClient",
      "convert(BlockStoragePolicyProto)",
      "takes the true types of a policy instead of the aliases"),
  QUOTA_USAGE_TO_PROTO(
      "org.apache.hadoop.hdfs.protocolPB.PBHelperClient",
      "getBuilder(QuotaUsage)",
      "keeps the quotas of custom types where stock peers do not take them for those of DISK"),
  QUOTA_USAGE_FROM_PROTO(
      "org.apache.hadoop.hdfs.protocolPB.PBHelperClient",
      "addStorageTypes(StorageTypeQuotaInfosProto, QuotaUsage.Builder)",
      "finds the quotas of custom types there"),
  BALANCER_BLOCK_TO_PROTO(
      "org.apache.hadoop.hdfs.protocolPB.PBHelper",
      "convert(BlockWithLocations)",
      "shows a stock balancer the alias of a custom type, with the true type beside it"),
  BALANCER_BLOCK_FROM_PROTO(
      "org.apache.hadoop.hdfs.protocolPB.PBHelper",
      "convert(BlockWithLocationsProto)",
      "takes the true types of listed replicas instead of the aliases"),
  WEBHDFS_TO_JSON(
      "org.apache.hadoop.hdfs.web.JsonUtil",
      "toJsonMap(LocatedBlock), toJsonMap(BlockLocation), toJsonMap(BlockStoragePolicy)",
      "shows stock WebHDFS clients aliases, and the true types under names of their own"),
  WEBHDFS_FROM_JSON(
      "org.apache.hadoop.hdfs.web.JsonUtilClient",
      "toLocatedBlock(Map), toBlockLocation(Map), toBlockStoragePolicy(Map)",
      "takes the true types from the JSON of WebHDFS instead of the aliases"),
  TOKEN_TYPES(
      "org.apache.hadoop.hdfs.security.token.block.BlockTokenSecretManager",
      "checkAccess(Object[], Object[], String)",
      "lets a block token for a custom type be used with its alias"),
  BLOCK_KEYS_REQUEST(
      "org.apache.hadoop.hdfs.protocolPB.NamenodeProtocolTranslatorPB",
      "<clinit>",
      "lets a NameNode know that a Mover or Balancer has the overlay"),
  BLOCK_KEYS_GUARD(
      "org.apache.hadoop.hdfs.protocolPB.NamenodeProtocolServerSideTranslatorPB",
      "getBlockKeys(RpcController, GetBlockKeysRequestProto)",
      "turns Movers and Balancers with stock jars away"),
  POLICY_SUITE(
      "org.apache.hadoop.hdfs.server.blockmanagement.BlockStoragePolicySuite",
      "getDefaultPolicyID(Configuration, BlockStoragePolicy[])",
      "adds the configured storage policies"),
  QUOTA_EDIT(
      "org.apache.hadoop.hdfs.server.namenode.FSEditLogOp$SetQuotaByStorageTypeOp",
      "writeFields(DataOutputStream), toXml(ContentHandler)",
      "writes the stable number of a custom type, not its ordinal, to edits"),
  STRIPED_POLICY(
      "org.apache.hadoop.hdfs.server.namenode.ErasureCodingPolicyManager",
      "checkStoragePolicySuitableForECStripedMode(byte)",
      "honours custom policies of a single type for erasure-coded files"),
  POLICY_EVENT(
      "org.apache.hadoop.hdfs.server.namenode.InotifyFSEditLogOpTranslator",
      "translate(FSEditLogOp)",
      "tells readers of the inotify stream of changed storage policies"),
  FSCK_POLICY(
      "org.apache.hadoop.hdfs.server.namenode.StoragePolicySummary$StorageTypeAllocation",
      "setActualStoragePolicy(BlockStoragePolicy)",
      "lets fsck see that a block lies as its policy says, whatever the order of the types"),
  IMAGE_XML(
      "org.apache.hadoop.hdfs.util.XMLUtils",
      "codePointMustBeMangled(int)",
      "keeps the id of a policy through an image's XML and back"),
  REPLICA_TO_DELETE(
      "org.apache.hadoop.hdfs.server.blockmanagement.InvalidateBlocks",
      "add(Block, DatanodeInfo, boolean)",
      "keeps an append from turning the order to delete an older replica against the new one"),
  APPENDED_BLOCK(
      "org.apache.hadoop.hdfs.server.blockmanagement.BlockManager",
      "convertLastBlockToUnderConstruction(BlockCollection, long)",
      "takes back the choice of surplus replicas that are about to be appended to"),
  NAMENODE_START(
      "org.apache.hadoop.hdfs.server.namenode.NameNode",
      "<init>(Configuration, NamenodeRole)",
      "checks configuration and overlay before a NameNode touches its namespace"),
  DATANODE_START(
      "org.apache.hadoop.hdfs.server.datanode.DataNode",
      "getStorageLocations(Configuration)",
      "checks configuration and overlay before a DataNode touches its volumes"),
  VOLUME_CHANGE(
      "org.apache.hadoop.hdfs.server.datanode.DataNode",
      "refreshVolumes(String)",
      "refuses to a running DataNode a volume of a RAM type that is not in memory"),
  NAMESPACE_INFO(
      "org.apache.hadoop.hdfs.protocolPB.PBHelper",
      "convert(NamespaceInfo)",
      "has a NameNode tell that it knows custom storage types"),
  REGISTRATION(
      "org.apache.hadoop.hdfs.protocolPB.PBHelper",
      "convert(DatanodeRegistration)",
      "sends a DataNode's table of storage types to the NameNode"),
  REGISTRATION_CHECK(
      "org.apache.hadoop.hdfs.protocolPB.DatanodeProtocolServerSideTranslatorPB",
      "registerDatanode(RpcController, RegisterDatanodeRequestProto)",
      "turns away a DataNode whose table is not the NameNode's"),
  REGISTER(
      "org.apache.hadoop.hdfs.server.datanode.BPServiceActor",
      "register(NamespaceInfo)",
      "keeps volumes of custom types from a stock NameNode, and stops a DataNode that was turned"
          + " away"),
  STORAGE_TO_PROTO(
      "org.apache.hadoop.hdfs.protocolPB.PBHelperClient",
      "convert(DatanodeStorage)",
      "sends the name of a custom type beside its number"),
  STORAGE_FROM_PROTO(
      "org.apache.hadoop.hdfs.protocolPB.PBHelperClient",
      "convert(DatanodeStorageProto)",
      "refuses a storage whose number means another type here");

  private final String className;
  private final String member;
  private final String purpose;

  PatchPoint(String className, String member, String purpose) {
    this.className = className;
    this.member = member;
    this.purpose = purpose;
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

  /** The stock classes that have patch points, each once, in the order of the list. */
  public static List<String> classNames() {
    return Arrays.stream(values()).map(PatchPoint::className).distinct().toList();
  }

  /** The patch points of one class. */
  public static List<PatchPoint> of(String className) {
    return Arrays.stream(values()).filter(point -> point.className.equals(className)).toList();
  }
}
