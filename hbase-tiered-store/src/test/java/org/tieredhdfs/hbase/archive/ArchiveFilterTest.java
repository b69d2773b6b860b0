package org.tieredhdfs.hbase.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ServiceLoader;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.io.HFileLink;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.hdfs.conf.ConfigurationFaultsException;
import org.tieredhdfs.mover.api.MoveFilter;
import org.tieredhdfs.mover.api.MoveVerdict;

class ArchiveFilterTest {
  private static final long ARCHIVED_MS = 1_000_000;
  private static final long MINUTE_MS = TimeUnit.MINUTES.toMillis(1);

  @TempDir java.nio.file.Path folder;

  private long nowMs = ARCHIVED_MS;
  private final ArchiveFilter filter = new ArchiveFilter(() -> nowMs);
  private FileSystem fileSystem;

  ArchiveFilterTest() throws IOException {
    fileSystem = FileSystem.getLocal(new Configuration(false));
  }

  @BeforeEach
  void configure() {
    filter.setConf(new Configuration(false));
  }

  private FileStatus archived(String relative) throws IOException {
    Path path = new Path(folder.toUri().getPath(), relative);
    fileSystem.create(path).close();
    fileSystem.setTimes(path, ARCHIVED_MS, -1);
    return fileSystem.getFileStatus(path);
  }

  private MoveVerdict judge(FileStatus file, long ageMs) throws IOException {
    nowMs = ARCHIVED_MS + ageMs;
    return filter.judge(file, fileSystem);
  }

  @Test
  void leavesAFileAloneUntilTheCleanerHasHadItsTurn() throws Exception {
    FileStatus file = archived("hbase/archive/data/default/t/r/f/0123");
    MoveVerdict early = judge(file, 16 * MINUTE_MS - 1);
    assertThat(early).isEqualTo(MoveVerdict.notBefore(ARCHIVED_MS + 16 * MINUTE_MS));
    assertThat(judge(file, 16 * MINUTE_MS)).isEqualTo(MoveVerdict.now());
  }

  @Test
  void oldLogsHaveTheLogCleanersTime() throws Exception {
    FileStatus log = archived("hbase/oldWALs/server.1");
    assertThat(judge(log, 20 * MINUTE_MS).kind()).isEqualTo(MoveVerdict.Kind.LATER);
    assertThat(judge(log, 21 * MINUTE_MS)).isEqualTo(MoveVerdict.now());
  }

  @Test
  void followsTheCleanersOwnKeysAndAnAgeThatIsAskedFor() throws Exception {
    FileStatus file = archived("hbase/archive/data/default/t/r/f/0123");
    Configuration conf = new Configuration(false);
    conf.set("hbase.master.hfilecleaner.ttl", "1000");
    conf.set("hbase.master.cleaner.interval", "2000");
    filter.setConf(conf);
    assertThat(judge(file, 0)).isEqualTo(MoveVerdict.notBefore(ARCHIVED_MS + 3000 + MINUTE_MS));

    conf.set("hbase.tiered.archive.min.age", "10s");
    filter.setConf(conf);
    assertThat(judge(file, 0)).isEqualTo(MoveVerdict.notBefore(ARCHIVED_MS + 10_000));
  }

  @Test
  void leavesAFileAloneWhileAClonedTableHasALinkToIt() throws Exception {
    FileStatus file = archived("hbase/archive/data/default/t/r/f/0123");
    Path store = file.getPath().getParent();
    Path links = HFileLink.getBackReferencesDir(store, "0123");
    Path link = new Path(links, "region.clone");
    fileSystem.create(link).close();

    assertThat(judge(file, 60 * MINUTE_MS).kind()).isEqualTo(MoveVerdict.Kind.LATER);
    fileSystem.delete(link, false);
    assertThat(judge(file, 60 * MINUTE_MS)).isEqualTo(MoveVerdict.now());

    fileSystem.create(link).close();
    Configuration conf = new Configuration(false);
    conf.setBoolean("hbase.tiered.archive.move.linked", true);
    filter.setConf(conf);
    assertThat(judge(file, 60 * MINUTE_MS)).isEqualTo(MoveVerdict.now());
  }

  @Test
  void asksLessAndLessAboutAFileThatStaysLinked() throws Exception {
    FileStatus file = archived("hbase/archive/data/default/t/r/f/0123");
    Path links = HFileLink.getBackReferencesDir(file.getPath().getParent(), "0123");
    fileSystem.create(new Path(links, "region.clone")).close();
    long monthMs = TimeUnit.DAYS.toMillis(30);
    int asked = 0;
    for (long ageMs = 16 * MINUTE_MS; ageMs < monthMs; asked++) {
      long notBeforeMs = judge(file, ageMs).notBeforeMs();
      assertThat(notBeforeMs - nowMs).isBetween(5 * MINUTE_MS, TimeUnit.DAYS.toMillis(1));
      ageMs = notBeforeMs - ARCHIVED_MS;
    }
    assertThat(asked).isBetween(30, 45);
  }

  @Test
  void refusesAnAgeThatIsNone() {
    Configuration conf = new Configuration(false);
    conf.set("hbase.tiered.archive.min.age", "soon");
    assertThatThrownBy(() -> filter.setConf(conf))
        .isInstanceOf(ConfigurationFaultsException.class)
        .hasMessageContaining("hbase.tiered.archive.min.age")
        .hasMessageContaining("soon");
  }

  @Test
  void isFoundByItsNameAsTheMoverLooksForIt() {
    assertThat(ServiceLoader.load(MoveFilter.class))
        .extracting(MoveFilter::name)
        .contains("hbase-archive");
  }
}
