package org.tieredhdfs.tiering.image;

import java.io.IOException;
import java.util.function.LongUnaryOperator;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.BlockProto;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection.INode;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection.INodeFile;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection.XAttrFeatureProto;
import org.apache.hadoop.thirdparty.protobuf.CodedInputStream;
import org.apache.hadoop.thirdparty.protobuf.ExtensionRegistryLite;
import org.apache.hadoop.thirdparty.protobuf.WireFormat;

/**
 * Reads what rules ask of a file from the bytes of its inode, and makes no objects for the rest.
 *
 * <p>Used by one thread.
 */
final class InodeReader {
  private final ImageStrings strings;
  private final LongUnaryOperator reads;

  /**
   * @param reads what was read of a block, by its number, in bytes; negative if that is not known
   */
  InodeReader(ImageStrings strings, LongUnaryOperator reads) {
    this.strings = strings;
    this.reads = reads;
  }

  /** Reads an inode to its end; false if it is no file. */
  boolean readFile(CodedInputStream in, FileInode file) throws IOException {
    boolean isFile = false;
    file.clear();
    for (int tag; (tag = in.readTag()) != 0; ) {
      switch (WireFormat.getTagFieldNumber(tag)) {
        case INode.TYPE_FIELD_NUMBER -> isFile = in.readEnum() == INode.Type.FILE_VALUE;
        case INode.ID_FIELD_NUMBER -> file.number = in.readUInt64();
        case INode.NAME_FIELD_NUMBER -> {
          if (isFile) {
            file.name = in.readByteArray();
          } else {
            in.skipField(tag);
          }
        }
        case INode.FILE_FIELD_NUMBER -> {
          int end = in.pushLimit(in.readRawVarint32());
          readContent(in, file);
          in.popLimit(end);
        }
        default -> in.skipField(tag);
      }
    }
    return isFile;
  }

  private void readContent(CodedInputStream in, FileInode file) throws IOException {
    for (int tag; (tag = in.readTag()) != 0; ) {
      switch (WireFormat.getTagFieldNumber(tag)) {
        case INodeFile.REPLICATION_FIELD_NUMBER -> file.replication = in.readUInt32();
        case INodeFile.MODIFICATIONTIME_FIELD_NUMBER -> file.writtenMs = in.readUInt64();
        case INodeFile.ACCESSTIME_FIELD_NUMBER -> file.readMs = in.readUInt64();
        case INodeFile.PERMISSION_FIELD_NUMBER -> file.permission = in.readFixed64();
        case INodeFile.BLOCKS_FIELD_NUMBER -> readBlock(in, file);
        case INodeFile.FILEUC_FIELD_NUMBER -> {
          file.isOpen = true;
          in.skipField(tag);
        }
        case INodeFile.XATTRS_FIELD_NUMBER ->
            file.isPinnedItself =
                strings.isPinned(
                    in.readMessage(
                        XAttrFeatureProto.parser(), ExtensionRegistryLite.getEmptyRegistry()));
        case INodeFile.STORAGEPOLICYID_FIELD_NUMBER -> file.ownPolicy = (byte) in.readUInt32();
        case INodeFile.ERASURECODINGPOLICYID_FIELD_NUMBER -> {
          file.isErasureCoded = true;
          file.erasureCoding = (byte) in.readUInt32();
        }
        default -> in.skipField(tag);
      }
    }
  }

  private void readBlock(CodedInputStream in, FileInode file) throws IOException {
    long number = 0;
    int end = in.pushLimit(in.readRawVarint32());
    for (int tag; (tag = in.readTag()) != 0; ) {
      switch (WireFormat.getTagFieldNumber(tag)) {
        case BlockProto.BLOCKID_FIELD_NUMBER -> number = in.readUInt64();
        case BlockProto.NUMBYTES_FIELD_NUMBER -> file.lengthBytes += in.readUInt64();
        default -> in.skipField(tag);
      }
    }
    in.popLimit(end);
    long bytes = reads.applyAsLong(number);
    file.readBytes += Math.max(0, bytes);
    file.unlistedBlocks += bytes < 0 ? 1 : 0;
  }
}
