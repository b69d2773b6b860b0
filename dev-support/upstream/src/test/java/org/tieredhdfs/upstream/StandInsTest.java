package org.tieredhdfs.upstream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.WeakHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StandInsTest {
  @TempDir Path folder;

  /** Remembers classes as Hadoop's does. */
  static final class Remembering {
    static final Map<ClassLoader, Map<String, WeakReference<Class<?>>>> CACHE_CLASSES =
        new WeakHashMap<>();

    private Remembering() {}
  }

  @Test
  void theNameOfOneClassLeadsToAnother() throws Exception {
    ClassLoader loader = StandInsTest.class.getClassLoader();
    Properties standIns = new Properties();
    standIns.setProperty("some.Policy", String.class.getName());

    StandIns.install(standIns, loader, Remembering.class);

    assertThat(Remembering.CACHE_CLASSES)
        .extractingByKey(loader)
        .satisfies(
            classes ->
                assertThat(classes)
                    .extractingByKey("some.Policy")
                    .satisfies(held -> assertThat((Object) held.get()).isEqualTo(String.class)));
  }

  @Test
  void aClassThatIsMissingStopsTheRun() {
    Properties standIns = new Properties();
    standIns.setProperty("some.Policy", "no.such.Policy");

    assertThatThrownBy(
            () ->
                StandIns.install(standIns, StandInsTest.class.getClassLoader(), Remembering.class))
        .isInstanceOf(ClassNotFoundException.class)
        .hasMessageContaining("no.such.Policy");
  }

  @Test
  void withoutAFileNothingIsDone() throws Exception {
    StandIns.write(folder, Map.of());
    try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()}, null)) {
      StandIns.install(loader);
    }
    StandIns.install(ClassLoader.getPlatformClassLoader());
  }
}
