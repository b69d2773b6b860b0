package org.tieredhdfs.mover.rules;

import java.io.IOException;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.tieredhdfs.mover.api.MoveFilter;
import org.tieredhdfs.mover.api.MoveVerdict;

/**
 * A filter as a module would bring it: a file is moved when nothing named like it with the suffix
 * of the configuration stands beside it, and never if its name says so.
 */
public final class TestFilter extends Configured implements MoveFilter {
  public static final String SUFFIX_KEY = "test.filter.suffix";

  @Override
  public String name() {
    return "unlinked";
  }

  @Override
  public MoveVerdict judge(FileStatus file, FileSystem fileSystem) throws IOException {
    if (file.getPath().getName().startsWith("never")) {
      return MoveVerdict.never();
    }
    if (file.getPath().getName().startsWith("failing")) {
      throw new IOException("cannot say");
    }
    Path link = file.getPath().suffix(getConf().get(SUFFIX_KEY));
    return fileSystem.exists(link)
        ? MoveVerdict.notBefore(System.currentTimeMillis() + 300)
        : MoveVerdict.now();
  }
}
