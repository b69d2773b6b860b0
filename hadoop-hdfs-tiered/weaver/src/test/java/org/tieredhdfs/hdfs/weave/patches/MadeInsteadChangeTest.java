package org.tieredhdfs.hdfs.weave.patches;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.InputStream;
import java.util.Map;
import java.util.concurrent.Callable;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.asm.AsmVisitorWrapper;
import net.bytebuddy.dynamic.loading.ByteArrayClassLoader;
import org.junit.jupiter.api.Test;

class MadeInsteadChangeTest {

  /** Makes what is in the place of others. */
  public static final class Ours extends BufferedInputStream {
    public Ours(InputStream in, int size) {
      super(in, size);
    }
  }

  /** Makes two kinds of streams. */
  public static final class Maker implements Callable<Object[]> {
    @Override
    public Object[] call() {
      return new Object[] {
        new BufferedInputStream(InputStream.nullInputStream(), 10),
        new DataInputStream(InputStream.nullInputStream()),
        other()
      };
    }

    private static Object other() {
      return new BufferedInputStream(InputStream.nullInputStream(), 10);
    }
  }

  @Test
  void makesOursInTheNamedMethodAndNothingElseAnew() throws Exception {
    byte[] woven =
        new ByteBuddy()
            .redefine(Maker.class)
            .visit(
                new AsmVisitorWrapper.ForDeclaredMethods()
                    .invokable(
                        named("call").and(method -> !method.isBridge()),
                        new MadeInsteadChange(Map.of(BufferedInputStream.class, Ours.class))))
            .make()
            .getBytes();
    ClassLoader loader =
        new ByteArrayClassLoader.ChildFirst(
            MadeInsteadChangeTest.class.getClassLoader(), Map.of(Maker.class.getName(), woven));
    Object maker =
        Class.forName(Maker.class.getName(), true, loader).getDeclaredConstructor().newInstance();

    Object[] made = (Object[]) ((Callable<?>) maker).call();
    assertThat(made[0]).isInstanceOf(Ours.class);
    assertThat(made[1]).isExactlyInstanceOf(DataInputStream.class);
    assertThat(made[2]).isExactlyInstanceOf(BufferedInputStream.class);
  }
}
