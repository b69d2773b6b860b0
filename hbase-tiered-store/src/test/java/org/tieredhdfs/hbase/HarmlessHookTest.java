package org.tieredhdfs.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.hbase.CoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Nothing that HBase calls throws, whatever it is called with, and each failure is counted. */
class HarmlessHookTest {
  /** All that HBase calls, and what the store engines call in their steps. */
  private static final List<Object> CALLED =
      List.of(
          new TieredRegionObserver(),
          new TieredWalObserver(),
          new TieredMasterObserver(),
          new TieredRegionServerCoprocessor(),
          routerWhosePlacementThrows());

  @SuppressWarnings("NullAway") // no placement: whatever it is asked fails
  static StoreFileRouter routerWhosePlacementThrows() {
    return new StoreFileRouter(null, new RawLocalFileSystem());
  }

  /** All hooks that this project has. */
  static Stream<Method> hooks() {
    return CALLED.stream()
        .flatMap(called -> Arrays.stream(called.getClass().getDeclaredMethods()))
        .filter(method -> Modifier.isPublic(method.getModifiers()) && !method.isSynthetic())
        .filter(method -> method.getParameterCount() > 0);
  }

  private static void call(Method hook, Function<Class<?>, @Nullable Object> argument)
      throws Throwable {
    Object called =
        CALLED.stream().filter(hook.getDeclaringClass()::isInstance).findFirst().orElseThrow();
    try {
      hook.invoke(
          called,
          Arrays.stream(hook.getParameterTypes())
              .map(type -> type == boolean.class ? (Object) false : argument.apply(type))
              .toArray());
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  /** An argument of which each call fails; null of a type that has no such. */
  private static @Nullable Object throwing(Class<?> type) {
    if (type.isEnum()) {
      return type.getEnumConstants()[0];
    } else if (type == Path.class) {
      return new Path("/log");
    }
    // HBase declares the kind that all have in common
    Class<?> handed =
        type == CoprocessorEnvironment.class ? RegionCoprocessorEnvironment.class : type;
    return handed.isInterface()
        ? Proxy.newProxyInstance(
            handed.getClassLoader(),
            new Class<?>[] {handed},
            (proxy, method, arguments) -> {
              throw new IllegalStateException(method.getName());
            })
        : null;
  }

  @ParameterizedTest
  @MethodSource("hooks")
  void aHookTakesNullsAndCountsItsFailureByArgumentsThatThrow(Method hook) {
    assertThatCode(() -> call(hook, type -> null)).doesNotThrowAnyException();
    long before = PlacementMetrics.get().value("hooksFailed");
    assertThatCode(() -> call(hook, HarmlessHookTest::throwing)).doesNotThrowAnyException();
    assertThat(PlacementMetrics.get().value("hooksFailed")).isGreaterThan(before);
  }

  @Test
  void allThatHBaseCallsHaveHooks() {
    assertThat(hooks().map(Method::getDeclaringClass).distinct()).hasSize(CALLED.size());
    assertThat(hooks().map(Method::getName))
        .contains("start", "postOpen", "postWALRoll", "created", "committed");
  }

  @Test
  void aFailureIsCountedAndTheThreadStaysInterrupted() {
    long before = PlacementMetrics.get().value("hooksFailed");
    HarmlessHook.run(
        "test",
        () -> {
          throw new InterruptedException();
        });
    assertThat(Thread.interrupted()).isTrue();
    assertThat(PlacementMetrics.get().value("hooksFailed")).isEqualTo(before + 1);
  }

  @Test
  void aClassThatIsGoneFailsNobody() {
    assertThatCode(
            () ->
                HarmlessHook.run(
                    "test",
                    () -> {
                      throw new NoClassDefFoundError("of a jar that was replaced");
                    }))
        .doesNotThrowAnyException();
  }

  @Test
  void anErrorGetsOut() {
    assertThatThrownBy(
            () ->
                HarmlessHook.run(
                    "test",
                    () -> {
                      throw new AssertionError("of the machine");
                    }))
        .isInstanceOf(AssertionError.class);
  }
}
