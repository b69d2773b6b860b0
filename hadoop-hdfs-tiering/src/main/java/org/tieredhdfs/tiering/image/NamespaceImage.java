package org.tieredhdfs.tiering.image;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.Arrays;
import java.util.function.LongUnaryOperator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeDirectorySection.DirEntry;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeReferenceSection.INodeReference;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection.INode;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection.INodeDirectory;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.SnapshotSection;
import org.apache.hadoop.thirdparty.protobuf.CodedInputStream;
import org.apache.hadoop.thirdparty.protobuf.ExtensionRegistryLite;
import org.apache.hadoop.thirdparty.protobuf.InvalidProtocolBufferException;
import org.apache.hadoop.thirdparty.protobuf.WireFormat;
import org.tieredhdfs.hdfs.image.ImageFile;

/**
 * The live files of an image of a namespace, one after the other.
 *
 * <p>Directories are held, files stream by: the image's inodes are read twice, first for the
 * directories. It takes 4 to 9 bytes of heap for each inode, and some 25 bytes and the name for
 * each directory besides. Used by one thread.
 */
public final class NamespaceImage {
  /** The attribute of files and directories that no rule touches. */
  public static final String PIN = "user.tiered.pin";

  private static final int BUFFER_BYTES = 1 << 18;

  private final File file;
  private final ImageFile image;
  private final ImageStrings strings;
  private final Directories directories = new Directories();
  private final InodeNumbers numbers = new InodeNumbers();
  private final Progress progress;
  private long inodes;
  private long inodesRead;

  /** By the rank of an inode's number: the place of its directory. */
  private int[] directoryOf = new int[0];

  /** Who is told how far the work is. */
  @FunctionalInterface
  public interface Progress {
    /**
     * @param thousandths of the work that are done
     * @throws IOException to end it
     */
    void done(long thousandths) throws IOException;
  }

  /** What is done with each file. */
  @FunctionalInterface
  public interface Visitor {
    /**
     * @param file only until the end of this call
     */
    void visit(FileInode file) throws IOException;
  }

  /**
   * Reads the directories of an image.
   *
   * @throws IOException if the file cannot be read, or is no image
   */
  public NamespaceImage(Configuration conf, File file, Progress progress) throws IOException {
    this.file = file;
    this.progress = progress;
    try {
      this.image = new ImageFile(conf, file);
      this.strings = new ImageStrings(image);
      readDirectories();
      readSnapshots();
      readParents();
      if (!directories.settle()) {
        throw new IOException("it has no root");
      }
    } catch (InterruptedIOException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      throw unreadable(e);
    }
  }

  private IOException unreadable(Exception e) {
    return new IOException(file + " cannot be read as an image: " + e.getMessage(), e);
  }

  /** The last transaction in it; -1 if the name of its file does not tell. */
  public long lastTransaction() {
    return image.lastTransaction();
  }

  /** How many directories there are. */
  public int directories() {
    return directories.count();
  }

  /**
   * Shows each live file once, in the order of the image. Files that only snapshots hold are left
   * out.
   */
  public void forEachFile(Visitor visitor) throws IOException {
    forEachFile(block -> -1, visitor);
  }

  /**
   * The same.
   *
   * @param reads what was read of a block, by its number, in bytes; negative if nobody told
   */
  public void forEachFile(LongUnaryOperator reads, Visitor visitor) throws IOException {
    FileInode one = new FileInode(directories, strings);
    InodeReader reader = new InodeReader(strings, reads);
    try {
      forEachInode(in -> show(in, reader, one, visitor));
    } catch (InvalidProtocolBufferException e) {
      throw unreadable(e);
    }
  }

  private void show(CodedInputStream in, InodeReader reader, FileInode one, Visitor visitor)
      throws IOException {
    if (reader.readFile(in, one)) {
      int rank = numbers.rankOf(one.number);
      int directory = rank < 0 ? Directories.NOWHERE : directoryOf[rank];
      if (directory != Directories.NOWHERE && directories.isLive(directory)) {
        one.directory = directory;
        visitor.visit(one);
      }
    }
  }

  @FunctionalInterface
  private interface InodeAction {
    void read(CodedInputStream in) throws IOException;
  }

  private void forEachInode(InodeAction action) throws IOException {
    try (InputStream section = image.section("INODE")) {
      CodedInputStream in = CodedInputStream.newInstance(section, BUFFER_BYTES);
      int headerEnd = in.pushLimit(in.readRawVarint32());
      INodeSection header = INodeSection.parseFrom(in);
      in.popLimit(headerEnd);
      inodes = header.getNumInodes();
      for (long i = 0; i < inodes; i++) {
        in.resetSizeCounter();
        int end = in.pushLimit(in.readRawVarint32());
        action.read(in);
        in.popLimit(end);
        if ((++inodesRead & 0xfffff) == 0) {
          // the first two readings, as if they took the same time; there may be another
          progress.done(Math.min(999, inodesRead * 500 / inodes));
        }
      }
      if (inodes == 0 || !in.isAtEnd()) {
        throw new InvalidProtocolBufferException("it has other inodes than it says");
      }
    }
  }

  private void readDirectories() throws IOException {
    forEachInode(this::readIfDirectory);
    numbers.rank();
    directories.index();
    directoryOf = new int[numbers.size()];
    Arrays.fill(directoryOf, Directories.NOWHERE);
  }

  private void readIfDirectory(CodedInputStream in) throws IOException {
    boolean isDirectory = false;
    long number = 0;
    byte[] name = new byte[0];
    for (int tag; (tag = in.readTag()) != 0; ) {
      switch (WireFormat.getTagFieldNumber(tag)) {
        case INode.TYPE_FIELD_NUMBER -> isDirectory = in.readEnum() == INode.Type.DIRECTORY_VALUE;
        case INode.ID_FIELD_NUMBER -> {
          number = in.readUInt64();
          numbers.add(number);
        }
        case INode.NAME_FIELD_NUMBER -> {
          if (isDirectory) {
            name = in.readByteArray();
          } else {
            in.skipField(tag);
          }
        }
        case INode.DIRECTORY_FIELD_NUMBER -> {
          INodeDirectory directory =
              in.readMessage(INodeDirectory.parser(), ExtensionRegistryLite.getEmptyRegistry());
          directories.add(
              number,
              name,
              strings.policy(directory.getXAttrs()),
              strings.isPinned(directory.getXAttrs()));
        }
        default -> in.skipField(tag);
      }
    }
  }

  private void readSnapshots() throws IOException {
    try (InputStream in = image.section("SNAPSHOT")) {
      SnapshotSection header = SnapshotSection.parseDelimitedFrom(in);
      for (int i = 0; header != null && i < header.getNumSnapshots(); i++) {
        long root = SnapshotSection.Snapshot.parseDelimitedFrom(in).getRoot().getId();
        int directory = directories.place(root);
        if (directory != Directories.NOWHERE) {
          directories.setSnapshots(directory);
        }
      }
    }
  }

  private void readParents() throws IOException {
    long[] referred = references();
    try (InputStream section = image.section("INODE_DIR")) {
      CodedInputStream in = CodedInputStream.newInstance(section, BUFFER_BYTES);
      while (!in.isAtEnd()) {
        in.resetSizeCounter();
        int end = in.pushLimit(in.readRawVarint32());
        DirEntry entry = DirEntry.parseFrom(in);
        in.popLimit(end);
        int directory = directories.place(entry.getParent());
        for (int i = 0; i < entry.getChildrenCount(); i++) {
          setParent(entry.getChildren(i), directory);
        }
        for (int i = 0; i < entry.getRefChildrenCount(); i++) {
          setParent(referred[entry.getRefChildren(i)], directory);
        }
      }
    }
  }

  private void setParent(long child, int directory) {
    int rank = numbers.rankOf(child);
    if (rank >= 0) {
      directoryOf[rank] = directory;
      int place = directories.place(child);
      if (place != Directories.NOWHERE) {
        directories.setParent(place, directory);
      }
    }
  }

  /** Inodes that were renamed out of a snapshot are referred to by their place in this list. */
  private long[] references() throws IOException {
    long[] referred = new long[0];
    int count = 0;
    try (InputStream in = image.section("INODE_REFERENCE")) {
      for (INodeReference next; (next = INodeReference.parseDelimitedFrom(in)) != null; ) {
        if (count == referred.length) {
          referred = Arrays.copyOf(referred, Math.max(64, count * 2));
        }
        referred[count++] = next.getReferredId();
      }
    }
    return referred;
  }
}
