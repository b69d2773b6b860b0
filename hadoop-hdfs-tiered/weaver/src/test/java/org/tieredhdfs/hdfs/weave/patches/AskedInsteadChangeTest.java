package org.tieredhdfs.hdfs.weave.patches;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.concurrent.Callable;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.asm.AsmVisitorWrapper;
import net.bytebuddy.dynamic.loading.ByteArrayClassLoader;
import net.bytebuddy.jar.asm.Type;
import org.junit.jupiter.api.Test;

class AskedInsteadChangeTest {

  /** What holds for all. */
  public static final class Settings {
    public final boolean first = Boolean.getBoolean("never");
    public final boolean second = Boolean.getBoolean("never");
  }

  /** Says yes of what is a reader. */
  public static final class Profile {
    private Profile() {}

    public static boolean isOn(Object reader) {
      return reader.getClass().getName().endsWith("Reader");
    }
  }

  /** Reads two settings in one method and one in another. */
  public static final class Reader implements Callable<boolean[]> {
    private final Settings settings = new Settings();

    @Override
    public boolean[] call() {
      return new boolean[] {settings.first, settings.second, other()};
    }

    private boolean other() {
      return settings.first;
    }
  }

  @Test
  void asksOursForTheNamedFieldInTheNamedMethod() throws Exception {
    byte[] woven =
        new ByteBuddy()
            .redefine(Reader.class)
            .visit(
                new AsmVisitorWrapper.ForDeclaredMethods()
                    .invokable(
                        named("call").and(method -> !method.isBridge()),
                        new AskedInsteadChange(
                            Type.getInternalName(Settings.class), "first", Profile.class, "isOn")))
            .make()
            .getBytes();
    ClassLoader loader =
        new ByteArrayClassLoader.ChildFirst(
            AskedInsteadChangeTest.class.getClassLoader(), Map.of(Reader.class.getName(), woven));
    Object reader =
        Class.forName(Reader.class.getName(), true, loader).getDeclaredConstructor().newInstance();

    assertThat((boolean[]) ((Callable<?>) reader).call()).containsExactly(true, false, false);
  }
}
