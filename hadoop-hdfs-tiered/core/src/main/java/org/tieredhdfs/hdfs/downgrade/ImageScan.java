package org.tieredhdfs.hdfs.downgrade;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.StorageTypeProto;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection.INode;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection.INodeDirectory;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection.INodeFile;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection.QuotaByStorageTypeEntryProto;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection.XAttrCompactProto;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.SnapshotDiffSection;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.SnapshotDiffSection.DiffEntry;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.SnapshotSection;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.StringTableSection;
import org.apache.hadoop.hdfs.server.namenode.SerialNumberManager;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.tieredhdfs.hdfs.image.ImageFile;
import org.tieredhdfs.hdfs.types.StorageTypeParser;

/**
 * Scans every inode of an image, live or in a snapshot, for what stock Hadoop does not know.
 *
 * <p>One pass; keeps nothing but what it finds. Used by one thread.
 */
final class ImageScan {
  /** The snapshot of what is found in the live tree. */
  static final int LIVE = -1;

  /** Names of extended attributes are numbers, with the namespace in bits around them. */
  private static final int XATTR_NAME_SHIFT = 6;

  private static final int XATTR_NAME_MASK = (1 << 24) - 1;
  private static final String POLICY_XATTR = "hsm.block.storage.policy.id";

  private final ImageFile image;
  private SerialNumberManager.StringTable strings = SerialNumberManager.newStringTable(0, 0);
  private final Set<Integer> stockPolicies = new HashSet<>(Set.of(0));
  private final List<Found> found = new ArrayList<>();

  /**
   * Something found, before its path is known.
   *
   * @param snapshotId the snapshot, or {@link #LIVE}
   */
  record Found(Obstacle.Kind kind, long inodeId, String value, int snapshotId) {}

  ImageScan(ImageFile image) {
    this.image = image;
    for (HdfsConstants.StoragePolicy policy : HdfsConstants.StoragePolicy.values()) {
      stockPolicies.add((int) policy.value());
    }
  }

  /** Everything that is to be cleared, in the order of the image. */
  List<Found> run() throws IOException {
    readStringTable();
    readINodes();
    readSnapshots();
    readDiffs();
    return List.copyOf(found);
  }

  private void readStringTable() throws IOException {
    try (InputStream in = image.section("STRING_TABLE")) {
      StringTableSection header = StringTableSection.parseDelimitedFrom(in);
      if (header != null) {
        strings = SerialNumberManager.newStringTable(header.getNumEntry(), header.getMaskBits());
        for (int i = 0; i < header.getNumEntry(); i++) {
          StringTableSection.Entry entry = StringTableSection.Entry.parseDelimitedFrom(in);
          strings.put(entry.getId(), entry.getStr());
        }
      }
    }
  }

  private void readINodes() throws IOException {
    try (InputStream in = image.section("INODE")) {
      INodeSection header = INodeSection.parseDelimitedFrom(in);
      for (long i = 0; header != null && i < header.getNumInodes(); i++) {
        INode inode = INode.parseDelimitedFrom(in);
        if (inode.hasFile()) {
          look(inode.getFile(), inode.getId(), LIVE);
        } else if (inode.hasDirectory()) {
          look(inode.getDirectory(), inode.getId(), LIVE);
        }
      }
    }
  }

  private void readSnapshots() throws IOException {
    try (InputStream in = image.section("SNAPSHOT")) {
      SnapshotSection header = SnapshotSection.parseDelimitedFrom(in);
      for (int i = 0; header != null && i < header.getNumSnapshots(); i++) {
        SnapshotSection.Snapshot snapshot = SnapshotSection.Snapshot.parseDelimitedFrom(in);
        INode root = snapshot.getRoot();
        look(root.getDirectory(), root.getId(), snapshot.getSnapshotId());
      }
    }
  }

  private void readDiffs() throws IOException {
    try (InputStream in = image.section("SNAPSHOT_DIFF")) {
      for (DiffEntry entry; (entry = DiffEntry.parseDelimitedFrom(in)) != null; ) {
        for (int i = 0; i < entry.getNumOfDiff(); i++) {
          if (entry.getType() == DiffEntry.Type.FILEDIFF) {
            SnapshotDiffSection.FileDiff diff = SnapshotDiffSection.FileDiff.parseDelimitedFrom(in);
            look(diff.getSnapshotCopy(), entry.getInodeId(), diff.getSnapshotId());
          } else {
            readDirectoryDiff(in, entry.getInodeId());
          }
        }
      }
    }
  }

  private void readDirectoryDiff(InputStream in, long inodeId) throws IOException {
    SnapshotDiffSection.DirectoryDiff diff =
        SnapshotDiffSection.DirectoryDiff.parseDelimitedFrom(in);
    look(diff.getSnapshotCopy(), inodeId, diff.getSnapshotId());
    for (int i = 0; i < diff.getCreatedListSize(); i++) {
      SnapshotDiffSection.CreatedListEntry.parseDelimitedFrom(in);
    }
  }

  private void look(INodeFile file, long inodeId, int snapshotId) {
    addPolicy(file.getStoragePolicyID(), inodeId, snapshotId);
  }

  private void look(INodeDirectory directory, long inodeId, int snapshotId) {
    for (XAttrCompactProto attribute : directory.getXAttrs().getXAttrsList()) {
      int number = (attribute.getName() >>> XATTR_NAME_SHIFT) & XATTR_NAME_MASK;
      String name = SerialNumberManager.XATTR.getString(number, strings);
      ByteString value = attribute.getValue();
      if (POLICY_XATTR.equals(name) && value.size() == 1) {
        addPolicy(value.byteAt(0), inodeId, snapshotId);
      }
    }
    for (QuotaByStorageTypeEntryProto quota : directory.getTypeQuotas().getQuotasList()) {
      StorageTypeProto type = quota.getStorageType();
      if (!StorageTypeParser.STOCK_NAMES.contains(type.name())) {
        found.add(new Found(Obstacle.Kind.QUOTA, inodeId, type.name(), snapshotId));
      }
    }
  }

  private void addPolicy(int policy, long inodeId, int snapshotId) {
    if (!stockPolicies.contains(policy)) {
      found.add(new Found(Obstacle.Kind.POLICY, inodeId, Integer.toString(policy), snapshotId));
    }
  }
}
