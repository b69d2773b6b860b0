package org.tieredhdfs.tiering.rule;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.XAttr;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection.INodeFile;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection.XAttrFeatureProto;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tieredhdfs.tiering.image.NamespaceImage;
import org.tieredhdfs.tiering.image.SmallImage;

class ExpressionTest {
  private static final long NOW_MS = TimeUnit.DAYS.toMillis(1000);
  private static final Configuration CONF = new Configuration(false);

  @TempDir private static Path folder;

  @BeforeAll
  static void write() throws IOException {
    SmallImage image = new SmallImage(image());
    XAttrFeatureProto pin = image.attribute(XAttr.NameSpace.USER, "tiered.pin", ByteString.EMPTY);
    XAttrFeatureProto otherPin =
        image.attribute(XAttr.NameSpace.TRUSTED, "tiered.pin", ByteString.EMPTY);
    image
        .file("/a", image.plain("root", "sys"))
        .file("/logs/web/1.log", aged(image.plain("web", "ops"), 100, 10), 1 << 20, 500)
        .file("/logs/web/2.tmp", aged(image.plain("web", "ops"), 1, 1).setReplication(2), 100)
        .file("/logs/db/dt=2026/3.log", aged(image.plain("db", "ops"), 200, 95), 2 << 20)
        .file("/logs/pinned/sub/4.log", aged(image.plain("db", "dba"), 300, 300), 5)
        .file("/own", image.plain("ann", "dba").setStoragePolicyID(12).setXAttrs(pin), 7)
        .file("/notpinned", image.plain("ann", "dba").setXAttrs(otherPin))
        .file("/ec", image.plain("ann", "dba").setErasureCodingPolicyID(1), 9)
        .file("/open", SmallImage.open(image.plain("ann", "dba")), 0)
        .policy("/logs/db", 2)
        .attributes("/logs/pinned", pin)
        .write();
  }

  private static INodeFile.Builder aged(INodeFile.Builder file, int writtenDays, int readDays) {
    return file.setModificationTime(NOW_MS - TimeUnit.DAYS.toMillis(writtenDays))
        .setAccessTime(NOW_MS - TimeUnit.DAYS.toMillis(readDays));
  }

  private static File image() {
    return folder.resolve("fsimage_0000000000000000042").toFile();
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "path = /logs | 1.log 2.tmp 3.log 4.log",
        "path = / | a 1.log 2.tmp 3.log 4.log own notpinned ec open",
        "path = /logs/*/*.log | 1.log",
        "path = /logs/**/*.log | 1.log 3.log 4.log",
        "path = /logs/web, /own | 1.log 2.tmp own",
        "path != /logs and owner != ann | a",
        "path = /logs/db/dt=2026 | 3.log",
        "path = \"/logs/db/dt=2026\" | 3.log",
        "path = /log | ''",
        "name = *.log | 1.log 3.log 4.log",
        "name = a, e? | a ec",
        "name = [a] | ''",
        "owner = web,db | 1.log 2.tmp 3.log 4.log",
        "group = dba and path = /logs | 4.log",
        "size > 1m | 1.log 3.log",
        "size >= 2m | 3.log",
        "size = 2m | 3.log",
        "size = 5, 7, 9 | 4.log own ec",
        "size < 7 | a 4.log notpinned open",
        "size <= 7 and size != 0 | 4.log own",
        "path = /logs and last-written > 100d | 3.log 4.log",
        "path = /logs and last-written >= 100d | 1.log 3.log 4.log",
        "path = /logs and last-read > 240h | 3.log 4.log",
        "path = /logs and last-read < 2400h | 1.log 2.tmp 3.log",
        "replication = 2 | 2.tmp",
        "policy = cold | 3.log",
        "policy = ALL_SSD | own",
        "policy = HOT and path = /logs | 1.log 2.tmp 4.log",
        "pinned = yes | 4.log own",
        "erasure-coded = yes | ec",
        "erasure-coded = yes and replication = 1 | ec",
        "open = yes | open",
        "open = no and owner = ann | own notpinned ec",
        "snapshots = yes | ''",
        "not path = /logs and not owner = ann | a",
        "not (path = /logs or owner = ann) | a",
        "owner = web and size > 1m or owner = root | a 1.log",
        "owner = root or owner = web and size > 1m | a 1.log",
        "(owner = root or owner = web) and size > 1m | 1.log",
        "not not owner = root | a",
        "owner=root|a",
      })
  void meansTheFilesForWhichItHolds(String text, String names) throws IOException {
    assertThat(fitting(text, image()))
        .isEqualTo(names.isEmpty() ? Set.of() : Set.of(names.split(" ", -1)));
  }

  @Test
  void policiesAreThoseThatTheNameNodeGoesBy() throws IOException {
    File file = folder.resolve("policies").toFile();
    SmallImage image = new SmallImage(file);
    image
        .file("/unknown", image.plain("ann", "dba").setStoragePolicyID(13))
        .file("/warm/plain", image.plain("ann", "dba"))
        .file("/warm/ec", image.plain("ann", "dba").setErasureCodingPolicyID(1))
        .file("/cold/ec2", image.plain("ann", "dba").setErasureCodingPolicyID(1))
        .policy("/warm", 5)
        .policy("/cold", 2)
        .write();

    assertThat(fitting("policy = 13", file)).isEqualTo(Set.of("unknown"));
    assertThat(fitting("policy = WARM", file)).isEqualTo(Set.of("plain"));
    // erasure-coded files cannot have it: it is as if there were none
    assertThat(fitting("policy = HOT", file)).isEqualTo(Set.of("ec"));
    assertThat(fitting("policy = COLD", file)).isEqualTo(Set.of("ec2"));
  }

  @Test
  void pathsMayBeDeep() throws IOException {
    File file = folder.resolve("deep").toFile();
    SmallImage image = new SmallImage(file);
    image.file("/d".repeat(3_000) + "/f", image.plain("ann", "dba")).write();

    assertThat(fitting("path = /d/**/f", file)).isEqualTo(Set.of("f"));
    assertThat(fitting("path = /d/d/d/x", file)).isEmpty();
  }

  private static Set<String> fitting(String text, File image) throws IOException {
    FileFacts facts = new FileFacts(NOW_MS, () -> true, PolicyNames.of(CONF));
    Expression expression = Expression.parse(text, facts);
    Set<String> fitting = new TreeSet<>();
    new NamespaceImage(CONF, image, done -> {})
        .forEachFile(
            file -> {
              if (expression.fits(file)) {
                fitting.add(file.name());
              }
            });
    return fitting;
  }
}
