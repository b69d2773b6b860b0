package org.tieredhdfs.hdfs.paths;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PathPatternTest {
  @ParameterizedTest(name = "{0} and {1}: {2}")
  @CsvSource({
    "/hbase/archive, /hbase/archive, true",
    "/hbase/archive, /hbase/archive/data/t/f, true",
    "/hbase/archive, /hbase/archived, false",
    "/hbase/archive, /hbase, false",
    "/user/*/cold, /user/ann/cold/file, true",
    "/user/*/cold, /user/ann/b/cold/file, false",
    "/user/**/cold, /user/ann/b/cold/file, true",
    "/user/**/cold, /user/cold, true",
    "/a?c, /abc, true",
    "/a?c, /a/c, false",
    "/**, /anything/at/all, true",
    "/, /anything, true",
    "/(x.[y, /(x.[y/z, true",
    "/a.b, /axb, false",
  })
  void fitsAPathAndAllBelow(String pattern, String path, boolean isFitting) {
    assertThat(PathPattern.isAllowed(pattern)).isTrue();
    assertThat(new PathPattern(pattern).fits(path)).isEqualTo(isFitting);
  }

  @ParameterizedTest(name = "{0} below {1}: {2}")
  @CsvSource({
    "/old, /old, true",
    "/old, /old/x/y, true",
    "/old, /ssd/to/file, false",
    "/old, /, true",
    "/hbase/*/x, /hbase, true",
    "/hbase/*/x, /hbase/a, true",
    "/hbase/*/x, /other/a, false",
    "/a/**/b, /a/x/y, true",
    "/a/**/b, /c/x, false",
    "/**/b, /c/x, true",
    "/, /q/r, true"
  })
  void aDirectoryMayHavePathsThatFitBelowIt(String pattern, String directory, boolean isExpected) {
    assertThat(new PathPattern(pattern).mayFitBelow(directory)).isEqualTo(isExpected);
  }

  @ParameterizedTest
  @CsvSource({"''", "relative", "/ends/", "/two//slashes"})
  void isRefusedIfItIsNoAbsolutePath(String pattern) {
    assertThat(PathPattern.isAllowed(pattern)).isFalse();
  }
}
