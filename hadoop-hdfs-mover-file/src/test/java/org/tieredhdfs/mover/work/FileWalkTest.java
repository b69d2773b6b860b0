package org.tieredhdfs.mover.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.mover.MoverCluster;
import org.tieredhdfs.mover.api.FileRef;
import org.tieredhdfs.mover.api.MoveVerdict;
import org.tieredhdfs.mover.namenode.NamenodeLink;

/** A walk over the files of a directory. */
class FileWalkTest {
  @TempDir static File folder;

  /** A gate that fails at each directory until it is asked again. */
  private static final class FailingGate implements FileGate {
    final List<String> entered = new ArrayList<>();
    final Set<String> failed = new TreeSet<>();

    @Override
    public MoveVerdict judge(FileRef file) {
      return MoveVerdict.now();
    }

    @Override
    public void enters(FileRef directory) throws IOException {
      if (!directory.path().equals("/tree") && failed.add(directory.path())) {
        throw new IOException("no answer");
      }
      entered.add(directory.path());
    }
  }

  @Test
  void aWalkThatFailedGoesOnWhereItWas() throws Exception {
    try (MoverCluster cluster = MoverCluster.alike(folder, StorageType.DISK);
        NamenodeLink namenode = new NamenodeLink(cluster.conf, cluster.fs.getUri())) {
      List<String> files = List.of("/tree/a/1", "/tree/a/b/2", "/tree/c/3", "/tree/d");
      for (String file : files) {
        cluster.fs.create(new Path(file)).close();
      }
      FailingGate gate = new FailingGate();
      long inode = cluster.fs.getClient().getFileInfo("/tree").getFileId();
      FileWalk walk = new FileWalk(namenode, new FileRef(inode, "/tree"), true, gate);
      assertThatThrownBy(walk::next).isInstanceOf(IOException.class);

      List<String> found = new ArrayList<>();
      boolean isOver = false;
      while (!isOver) {
        try {
          FileRef file = walk.next();
          isOver = file == null;
          if (file != null) {
            found.add(file.path());
          }
        } catch (IOException e) {
          assertThat(e).hasMessage("no answer");
        }
      }
      assertThat(found).containsExactlyElementsOf(files);
      assertThat(gate.entered).containsExactly("/tree", "/tree/a", "/tree/a/b", "/tree/c");
    }
  }
}
