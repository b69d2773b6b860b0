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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Nothing that HBase calls throws, whatever it is called with. */
class HarmlessHookTest {
  private static final List<Object> OBSERVERS =
      List.of(new TieredRegionObserver(), new TieredWalObserver(), new TieredMasterObserver());

  /** All hooks that this project has. */
  static Stream<Method> hooks() {
    return OBSERVERS.stream()
        .flatMap(observer -> Arrays.stream(observer.getClass().getDeclaredMethods()))
        .filter(method -> method.getName().matches("(pre|post)[A-Z].*"))
        .filter(method -> Modifier.isPublic(method.getModifiers()) && !method.isBridge());
  }

  private static void call(Method hook, Object[] arguments) throws Throwable {
    Object observer =
        OBSERVERS.stream().filter(hook.getDeclaringClass()::isInstance).findFirst().orElseThrow();
    try {
      hook.invoke(observer, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  /** An argument of which each call fails; null of a type that has no such. */
  private static @Nullable Object throwing(Class<?> type) {
    if (type.isEnum()) {
      return type.getEnumConstants()[0];
    }
    return type.isInterface()
        ? Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              throw new IllegalStateException(method.getName());
            })
        : null;
  }

  @ParameterizedTest
  @MethodSource("hooks")
  void hooksTakeNulls(Method hook) {
    assertThatCode(() -> call(hook, new Object[hook.getParameterCount()]))
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @MethodSource("hooks")
  void hooksTakeArgumentsThatThrow(Method hook) {
    Object[] arguments =
        Arrays.stream(hook.getParameterTypes()).map(HarmlessHookTest::throwing).toArray();
    assertThatCode(() -> call(hook, arguments)).doesNotThrowAnyException();
  }

  @Test
  void allObserversHaveHooks() {
    assertThat(hooks().map(Method::getDeclaringClass).distinct()).hasSize(OBSERVERS.size());
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
