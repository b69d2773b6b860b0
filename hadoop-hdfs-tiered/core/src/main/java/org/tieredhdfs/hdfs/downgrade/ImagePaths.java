package org.tieredhdfs.hdfs.downgrade;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeDirectorySection.DirEntry;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeReferenceSection.INodeReference;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection.INode;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.SnapshotDiffSection;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.SnapshotDiffSection.DiffEntry;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.SnapshotSection;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.image.ImageFile;

/**
 * The paths of some inodes of an image, and the names of its snapshots.
 *
 * <p>Reads the section of directories once for each level above the inodes asked for, and keeps
 * only those on the way, so that a large namespace needs no memory of its size. Used by one thread.
 */
final class ImagePaths {
  /** The root of every namespace of HDFS. */
  private static final long ROOT_ID = 16385;

  private static final int MAX_DEPTH = 1000;

  private final ImageFile image;
  private final Map<Long, Long> parents = new HashMap<>();
  private final Map<Long, String> names = new HashMap<>();

  /** For an inode that only snapshots hold, one of these. */
  private final Map<Long, Integer> deletedIn = new HashMap<>();

  private final Map<Integer, String> snapshotNames = new HashMap<>();
  private final Map<Integer, Long> snapshotRoots = new HashMap<>();

  ImagePaths(ImageFile image, Set<Long> inodeIds) throws IOException {
    this.image = image;
    readSnapshots();
    Set<Long> wanted = new HashSet<>(inodeIds);
    wanted.addAll(snapshotRoots.values());
    List<Long> referred = references();
    findParents(wanted, referred);
    wanted.addAll(parents.values());
    readNames(wanted);
  }

  /** The path of an inode; by its number where the image does not say. */
  String path(long inodeId) {
    StringBuilder path = new StringBuilder();
    long id = inodeId;
    while (id != ROOT_ID) {
      String name = names.get(id);
      Long parent = parents.get(id);
      if (name == null || parent == null || path.length() > 1 << 20) {
        return "/.reserved/.inodes/" + inodeId;
      }
      path.insert(0, "/" + name);
      id = parent;
    }
    return path.isEmpty() ? "/" : path.toString();
  }

  /** The snapshot that keeps a deleted inode, or null if the inode is in the live tree. */
  @Nullable Integer deletedIn(long inodeId) {
    long id = inodeId;
    for (int depth = 0; depth < MAX_DEPTH && id != ROOT_ID; depth++) {
      Integer snapshot = deletedIn.get(id);
      Long parent = parents.get(id);
      if (snapshot != null || parent == null) {
        return snapshot;
      }
      id = parent;
    }
    return null;
  }

  /** A snapshot for people: its name and its directory. */
  String snapshot(int snapshotId) {
    Long root = snapshotRoots.get(snapshotId);
    return snapshotNames.getOrDefault(snapshotId, Integer.toString(snapshotId))
        + (root == null ? "" : " of " + path(root));
  }

  private void readSnapshots() throws IOException {
    try (InputStream in = image.section("SNAPSHOT")) {
      SnapshotSection header = SnapshotSection.parseDelimitedFrom(in);
      for (int i = 0; header != null && i < header.getNumSnapshots(); i++) {
        SnapshotSection.Snapshot snapshot = SnapshotSection.Snapshot.parseDelimitedFrom(in);
        snapshotNames.put(snapshot.getSnapshotId(), snapshot.getRoot().getName().toStringUtf8());
        snapshotRoots.put(snapshot.getSnapshotId(), snapshot.getRoot().getId());
      }
    }
  }

  /** Renamed inodes of snapshots are referred to by their place in this list. */
  private List<Long> references() throws IOException {
    List<Long> referred = new ArrayList<>();
    try (InputStream in = image.section("INODE_REFERENCE")) {
      for (INodeReference next; (next = INodeReference.parseDelimitedFrom(in)) != null; ) {
        referred.add(next.getReferredId());
      }
    }
    return referred;
  }

  private void findParents(Set<Long> wanted, List<Long> referred) throws IOException {
    Set<Long> unknown = new HashSet<>(wanted);
    unknown.remove(ROOT_ID);
    for (int depth = 0; depth < MAX_DEPTH && !unknown.isEmpty(); depth++) {
      Set<Long> above = new HashSet<>();
      readDirectories(unknown, referred, above);
      readDeleted(unknown, referred, above);
      above.removeAll(parents.keySet());
      above.remove(ROOT_ID);
      unknown = above;
    }
  }

  private void readDirectories(Set<Long> unknown, List<Long> referred, Set<Long> above)
      throws IOException {
    try (InputStream in = image.section("INODE_DIR")) {
      for (DirEntry entry; (entry = DirEntry.parseDelimitedFrom(in)) != null; ) {
        for (long child : entry.getChildrenList()) {
          add(child, entry.getParent(), unknown, above);
        }
        for (int reference : entry.getRefChildrenList()) {
          add(referred.get(reference), entry.getParent(), unknown, above);
        }
      }
    }
  }

  private void readDeleted(Set<Long> unknown, List<Long> referred, Set<Long> above)
      throws IOException {
    try (InputStream in = image.section("SNAPSHOT_DIFF")) {
      for (DiffEntry entry; (entry = DiffEntry.parseDelimitedFrom(in)) != null; ) {
        for (int i = 0; i < entry.getNumOfDiff(); i++) {
          if (entry.getType() == DiffEntry.Type.FILEDIFF) {
            SnapshotDiffSection.FileDiff.parseDelimitedFrom(in);
          } else {
            readDeleted(in, entry.getInodeId(), unknown, referred, above);
          }
        }
      }
    }
  }

  private void readDeleted(
      InputStream in, long directory, Set<Long> unknown, List<Long> referred, Set<Long> above)
      throws IOException {
    SnapshotDiffSection.DirectoryDiff diff =
        SnapshotDiffSection.DirectoryDiff.parseDelimitedFrom(in);
    List<Long> deleted = new ArrayList<>(diff.getDeletedINodeList());
    diff.getDeletedINodeRefList().forEach(reference -> deleted.add(referred.get(reference)));
    for (long child : deleted) {
      // a renamed inode is in both lists; its present place counts
      if (unknown.contains(child) && !parents.containsKey(child)) {
        deletedIn.put(child, diff.getSnapshotId());
        add(child, directory, unknown, above);
      }
    }
    for (int i = 0; i < diff.getCreatedListSize(); i++) {
      SnapshotDiffSection.CreatedListEntry.parseDelimitedFrom(in);
    }
  }

  private void add(long child, long parent, Set<Long> unknown, Set<Long> above) {
    if (unknown.contains(child)) {
      parents.put(child, parent);
      above.add(parent);
    }
  }

  private void readNames(Set<Long> wanted) throws IOException {
    try (InputStream in = image.section("INODE")) {
      INodeSection header = INodeSection.parseDelimitedFrom(in);
      for (long i = 0; header != null && i < header.getNumInodes(); i++) {
        INode inode = INode.parseDelimitedFrom(in);
        if (wanted.contains(inode.getId())) {
          names.put(inode.getId(), inode.getName().toStringUtf8());
        }
      }
    }
  }
}
