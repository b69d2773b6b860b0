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
      "keeps policies whose id is a white space character through an image's XML and back"),
  NAMENODE_START(
      "org.apache.hadoop.hdfs.server.namenode.NameNode",
      "<init>(Configuration, NamenodeRole)",
      "checks configuration and overlay before a NameNode touches its namespace"),
  DATANODE_START(
      "org.apache.hadoop.hdfs.server.datanode.DataNode",
      "getStorageLocations(Configuration)",
      "checks configuration and overlay before a DataNode touches its volumes");

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
