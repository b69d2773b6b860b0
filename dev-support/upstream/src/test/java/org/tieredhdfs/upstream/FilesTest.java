package org.tieredhdfs.upstream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.upstream.TestOutcome.Status;

/** What the runner reads and writes. */
class FilesTest {
  @TempDir private Path directory;

  @Test
  void anOutcomeSurvivesItsLine() {
    TestOutcome outcome = new TestOutcome("[a]/[b]", "t(int)[2]", Status.ERROR, 42, "x: y");

    assertThat(read(outcome.toLine())).isEqualTo(outcome);
  }

  @Test
  void tabsAndLinesInAMessageDoNotBreakALine() {
    TestOutcome outcome = new TestOutcome("i\td", "a\nb", Status.FAILED, 0, "c\td");

    assertThat(read(outcome.toLine()))
        .isEqualTo(new TestOutcome("i d", "a b", Status.FAILED, 0, "c d"));
  }

  @Test
  void halfALineOfAKilledProcessIsLeftOut() throws Exception {
    String line = new TestOutcome("a", "a()", Status.PASSED, 1, "").toLine();
    Path file = directory.resolve("outcomes.tsv");
    Files.writeString(file, ClassRunner.STARTED + "\t/lib/x.jar\n" + line + "\n" + "b\tb()\tPA");

    Fork.Output output = Fork.Output.read(file);

    assertThat(output.origin()).isEqualTo("/lib/x.jar");
    assertThat(output.ended()).isFalse();
    assertThat(output.outcomes()).extracting(TestOutcome::id).containsExactly("a");
  }

  @Test
  void resultsAreReadBackBySide() throws Exception {
    TestClass test = new TestClass("hadoop-hdfs", "a.TestA");
    List<TestOutcome> outcomes =
        List.of(
            new TestOutcome("a", "a()", Status.PASSED, 1, ""),
            new TestOutcome("b", "b()", Status.FAILED, 2, "no"));
    ClassRun stock = new ClassRun(TestSide.STOCK, test, 1, 9, outcomes);
    ResultFile file = new ResultFile(directory);
    file.add(stock);
    file.add(new ClassRun(TestSide.OURS, test, 1, 8, outcomes));

    assertThat(ResultFile.read(directory, TestSide.STOCK)).containsExactly(stock);
  }

  @Test
  void theSiteFileKeepsWhatItHidesAndEscapesWhatItAdds() {
    String xml = UpstreamTests.site(Map.of("a.key", "x<&>y"));

    assertThat(xml)
        .contains("<name>dfs.namenode.fs-limits.min-block-size</name><value>0</value>")
        .contains("<name>a.key</name><value>x&lt;&amp;&gt;y</value>");
  }

  @Test
  void classesAreFoundBySimpleNameFullNameAndStar() throws Exception {
    TestClassPath classes = classPathOf("a/TestX", "a/b/TestXY", "a/TestZ$In");

    assertThat(names(classes, "TestX")).containsExactly("a.TestX");
    assertThat(names(classes, "a.b.TestXY")).containsExactly("a.b.TestXY");
    assertThat(names(classes, "TestX*")).containsExactly("a.TestX", "a.b.TestXY");
  }

  @Test
  void aPatternThatMatchesNothingIsRefused() throws Exception {
    TestClassPath classes = classPathOf("a/TestX", "a/TestZ$In");

    assertThatThrownBy(() -> classes.classesMatching(List.of("TestX", "TestZ*", "Tes")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageEndingWith(": TestZ*, Tes");
  }

  private static TestOutcome read(String line) {
    return TestOutcome.ofFields(List.of(line.split("\t", -1)));
  }

  private static List<String> names(TestClassPath classes, String pattern) throws Exception {
    return classes.classesMatching(List.of(pattern)).stream().map(TestClass::name).toList();
  }

  private TestClassPath classPathOf(String... classes) throws Exception {
    jar("hadoop-hdfs-9.9-tests.jar", classes);
    jar("hadoop-common-9.9-tests.jar");
    return new TestClassPath(directory, directory, directory, List.of());
  }

  private void jar(String name, String... classes) throws Exception {
    try (OutputStream file = Files.newOutputStream(directory.resolve(name));
        JarOutputStream out = new JarOutputStream(file)) {
      out.putNextEntry(new JarEntry("META-INF/"));
      for (String entry : classes) {
        out.putNextEntry(new JarEntry(entry + ".class"));
      }
    }
  }
}
