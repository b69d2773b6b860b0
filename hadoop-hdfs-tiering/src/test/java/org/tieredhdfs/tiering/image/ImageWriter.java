package org.tieredhdfs.tiering.image;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataOutputStream;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongFunction;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.BlockProto;
import org.apache.hadoop.hdfs.server.namenode.FSImageUtil;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.FileSummary;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeDirectorySection.DirEntry;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection.INode;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection.INodeDirectory;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection.INodeFile;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.StringTableSection;
import org.apache.hadoop.hdfs.server.namenode.NameNodeLayoutVersion;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.apache.hadoop.thirdparty.protobuf.CodedOutputStream;
import org.apache.hadoop.thirdparty.protobuf.MessageLite;

/** Writes images of made-up namespaces, in the order in which NameNodes do, without one. */
public final class ImageWriter implements Closeable {
  public static final long ROOT = 16385;

  private final CountedOutput out;
  private final FileSummary.Builder summary =
      FileSummary.newBuilder()
          .setOndiskVersion(FSImageUtil.FILE_VERSION)
          .setLayoutVersion(NameNodeLayoutVersion.CURRENT_LAYOUT_VERSION);

  private final Map<String, Integer> strings = new HashMap<>();

  private static final class CountedOutput extends DataOutputStream {
    private long count;

    CountedOutput(File file) throws IOException {
      super(new BufferedOutputStream(new FileOutputStream(file), 1 << 20));
    }

    @Override
    public synchronized void write(byte[] b, int off, int len) throws IOException {
      super.write(b, off, len);
      count += len;
    }
  }

  /** Writes a section to a stream. */
  @FunctionalInterface
  public interface Content {
    void writeTo(CodedOutputStream out) throws IOException;
  }

  public ImageWriter(File file) throws IOException {
    out = new CountedOutput(file);
    out.write(FSImageUtil.MAGIC_HEADER, 0, FSImageUtil.MAGIC_HEADER.length);
  }

  /** The number of a name in this image. */
  public int string(String text) {
    return strings.computeIfAbsent(text, name -> strings.size() + 1);
  }

  /** The owner and group of an inode, as a number. */
  public long permission(String owner, String group) {
    return (long) string(owner) << 40 | (long) string(group) << 16 | 0644;
  }

  /**
   * Writes all inodes: the root, then those that a function makes.
   *
   * @param count how many, besides the root
   */
  public void inodes(long count, LongFunction<INode> inode) throws IOException {
    section(
        "INODE",
        coded -> {
          write(
              coded,
              INodeSection.newBuilder()
                  .setLastInodeId(ROOT + count)
                  .setNumInodes(count + 1)
                  .build());
          write(coded, directory(ROOT, "", INodeDirectory.newBuilder()));
          for (long i = 0; i < count; i++) {
            write(coded, inode.apply(i));
          }
        });
  }

  /** Writes the children of directories. */
  public void children(long count, LongFunction<DirEntry> entry) throws IOException {
    section(
        "INODE_DIR",
        coded -> {
          for (long i = 0; i < count; i++) {
            write(coded, entry.apply(i));
          }
        });
  }

  public INode directory(long number, String name, INodeDirectory.Builder content) {
    return INode.newBuilder()
        .setType(INode.Type.DIRECTORY)
        .setId(number)
        .setName(ByteString.copyFromUtf8(name))
        .setDirectory(content.setPermission(permission("root", "root")))
        .build();
  }

  public static INode file(long number, String name, INodeFile.Builder content, long... blocks) {
    for (int i = 0; i < blocks.length; i++) {
      content.addBlocks(
          BlockProto.newBuilder()
              .setBlockId(1 << 30 | number << 4 | i)
              .setGenStamp(1001)
              .setNumBytes(blocks[i]));
    }
    return INode.newBuilder()
        .setType(INode.Type.FILE)
        .setId(number)
        .setName(ByteString.copyFromUtf8(name))
        .setFile(content)
        .build();
  }

  private void section(String name, Content content) throws IOException {
    long begin = out.count;
    CodedOutputStream coded = CodedOutputStream.newInstance(out, 1 << 16);
    content.writeTo(coded);
    coded.flush();
    summary.addSections(
        FileSummary.Section.newBuilder()
            .setName(name)
            .setOffset(begin)
            .setLength(out.count - begin));
  }

  private static void write(CodedOutputStream coded, MessageLite message) throws IOException {
    coded.writeUInt32NoTag(message.getSerializedSize());
    message.writeTo(coded);
  }

  @Override
  public void close() throws IOException {
    section(
        "STRING_TABLE",
        coded -> {
          // mask bits 0: all kinds of names share their numbers
          write(
              coded,
              StringTableSection.newBuilder().setNumEntry(strings.size()).setMaskBits(0).build());
          for (Map.Entry<String, Integer> one : strings.entrySet()) {
            write(
                coded,
                StringTableSection.Entry.newBuilder()
                    .setId(one.getValue())
                    .setStr(one.getKey())
                    .build());
          }
        });
    long begin = out.count;
    CodedOutputStream coded = CodedOutputStream.newInstance(out);
    write(coded, summary.build());
    coded.flush();
    out.writeInt((int) (out.count - begin));
    out.close();
  }
}
