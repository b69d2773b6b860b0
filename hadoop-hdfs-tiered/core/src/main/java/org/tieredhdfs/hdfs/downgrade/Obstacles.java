package org.tieredhdfs.hdfs.downgrade;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.commons.io.FileUtils;
import org.apache.hadoop.fs.BlockStoragePolicySpi;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.tieredhdfs.hdfs.image.ImageFile;
import org.tieredhdfs.hdfs.image.NameNodes;

/**
 * Finds in the newest image of a running NameNode what stock Hadoop does not know, and clears it.
 *
 * <p>Used by one thread.
 */
final class Obstacles {
  private final DistributedFileSystem fs;
  private final Path workFolder;

  /**
   * What an image holds.
   *
   * @param lastTransaction of the image, -1 if its name does not tell
   * @param obstacles what stock Hadoop does not know
   */
  record Looked(long lastTransaction, List<Obstacle> obstacles) {}

  /**
   * @param workFolder for the image; it is deleted from there afterwards
   */
  Obstacles(DistributedFileSystem fs, Path workFolder) {
    this.fs = fs;
    this.workFolder = workFolder;
  }

  /** Gets the newest image from a NameNode and looks at all of it. */
  Looked download(NameNodes from) throws IOException {
    Path folder = Files.createTempDirectory(workFolder, "downgrade-check");
    try {
      return look(from.savedImage(folder));
    } finally {
      FileUtils.deleteDirectory(folder.toFile());
    }
  }

  /** Looks at all of an image. */
  Looked look(File file) throws IOException {
    ImageFile image = new ImageFile(fs.getConf(), file);
    List<ImageScan.Found> found = new ImageScan(image).run();
    if (found.isEmpty()) {
      return new Looked(image.lastTransaction(), List.of());
    }
    ImagePaths paths =
        new ImagePaths(
            image, found.stream().map(ImageScan.Found::inodeId).collect(Collectors.toSet()));
    Map<String, String> policies = policyNames();
    List<Obstacle> obstacles = new ArrayList<>();
    for (ImageScan.Found one : found) {
      Integer snapshot =
          one.snapshotId() == ImageScan.LIVE
              ? paths.deletedIn(one.inodeId())
              : Integer.valueOf(one.snapshotId());
      obstacles.add(
          new Obstacle(
              one.kind(),
              one.inodeId(),
              paths.path(one.inodeId()),
              one.kind() == Obstacle.Kind.POLICY
                  ? policies.getOrDefault(one.value(), "with the id " + one.value())
                  : one.value(),
              snapshot == null ? null : paths.snapshot(snapshot)));
    }
    return new Looked(image.lastTransaction(), List.copyOf(obstacles));
  }

  private Map<String, String> policyNames() throws IOException {
    Map<String, String> names = new HashMap<>();
    for (BlockStoragePolicySpi policy : fs.getAllStoragePolicies()) {
      if (policy instanceof BlockStoragePolicy known) {
        names.put(Byte.toString(known.getId()), known.getName());
      }
    }
    return names;
  }

  /** Clears one in the live tree, by the number of the inode: it may have been renamed. */
  void clear(Obstacle obstacle) throws IOException {
    String path = "/.reserved/.inodes/" + obstacle.inodeId();
    if (obstacle.kind() == Obstacle.Kind.POLICY) {
      fs.getClient().getNamenode().unsetStoragePolicy(path);
    } else {
      fs.getClient()
          .getNamenode()
          .setQuota(
              path,
              HdfsConstants.QUOTA_DONT_SET,
              HdfsConstants.QUOTA_RESET,
              StorageType.valueOf(obstacle.value()));
    }
  }
}
