package org.tieredhdfs.mover.namenode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.FileNotFoundException;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.mover.MoverCluster;
import org.tieredhdfs.mover.api.FileRef;

/** What the NameNode says of inodes that are at no path any more. */
class NamenodeLinkTest {
  @TempDir static File folder;

  @Test
  void whatOnlyASnapshotHasIsThereNoMore() throws Exception {
    try (MoverCluster cluster = MoverCluster.alike(folder, StorageType.DISK)) {
      Path tree = new Path("/tree");
      Path file = cluster.file("/tree/a/f", 1, 1);
      FileRef known =
          new FileRef(cluster.fs.getClient().getFileInfo("/tree/a/f").getFileId(), "/tree/a/f");
      cluster.fs.allowSnapshot(tree);
      cluster.fs.createSnapshot(tree);
      // its last directory is in no snapshot, so that the inode's path begins nowhere
      cluster.fs.mkdirs(new Path(tree, "new"));
      cluster.fs.rename(file, new Path(tree, "new/f"));
      cluster.fs.delete(new Path(tree, "new"), true);

      try (NamenodeLink link = new NamenodeLink(cluster.conf, cluster.fs.getUri())) {
        assertThat(link.status(known.inodePath())).isNull();
        assertThat(link.look(known)).isNull();
        assertThat(link.list(known, null)).isNull();
        assertThat(link.spaceBytes(known)).isZero();
        assertThatThrownBy(() -> link.isClosed(known)).isInstanceOf(FileNotFoundException.class);
      }
    }
  }
}
