package org.tieredhdfs.hdfs.overlay;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Stock Hadoop beside the woven one: the same jars in a class loader of their own, with nothing of
 * the overlay in front, spoken to in bytes and JDK types.
 */
final class StockHadoop implements AutoCloseable {
  private final URLClassLoader loader;

  StockHadoop() throws MalformedURLException {
    this(DaemonProcess.stockFirst());
  }

  /**
   * @param folder to which the classes are copied, since beside them lies configuration of ours
   * @param added classes of this test that are to see stock Hadoop
   */
  StockHadoop(Path folder, Class<?>... added) throws IOException {
    this(withClasses(folder, added));
  }

  private StockHadoop(List<File> classPath) throws MalformedURLException {
    URL[] urls = new URL[classPath.size()];
    for (int i = 0; i < urls.length; i++) {
      urls[i] = classPath.get(i).toURI().toURL();
    }
    loader = new URLClassLoader(urls, ClassLoader.getPlatformClassLoader());
  }

  private static List<File> withClasses(Path folder, Class<?>... added) throws IOException {
    for (Class<?> type : added) {
      String file = type.getName().replace('.', '/') + ".class";
      Path copy = folder.resolve(file);
      Files.createDirectories(copy.getParent());
      try (InputStream in = type.getClassLoader().getResourceAsStream(file)) {
        Files.copy(in, copy);
      }
    }
    List<File> classPath = new ArrayList<>(List.of(folder.toFile()));
    classPath.addAll(DaemonProcess.stockFirst());
    return classPath;
  }

  /** An added class, made anew; it is another class than the one of that name here. */
  @SuppressWarnings("unchecked")
  <T> T make(Class<? extends T> added) throws ReflectiveOperationException {
    return (T) loader.loadClass(added.getName()).getConstructor().newInstance();
  }

  /** A new object of the stock class of that name. */
  Object newOf(Class<?> type) throws ReflectiveOperationException {
    return loader.loadClass(type.getName()).getConstructor().newInstance();
  }

  /** A protobuf message as stock classes read it. */
  Object parse(Class<?> message, byte[] bytes) throws Exception {
    return loader
        .loadClass(message.getName())
        .getMethod("parseFrom", byte[].class)
        .invoke(null, bytes);
  }

  /** Calls a static method, public or not, of a stock class. */
  Object call(String className, String method, Object argument) throws Exception {
    return callStatic(loader.loadClass(className), method, argument);
  }

  /** Calls a static method of a class of whichever loader. */
  static Object callStatic(Class<?> type, String method, Object argument) throws Exception {
    return invoke(type, method, argument);
  }

  static Object get(Object target, String getter) throws Exception {
    Method method = target.getClass().getMethod(getter);
    return method.invoke(target);
  }

  /** The names in an array of enum constants of whichever loader. */
  static List<String> names(Object array) {
    return Arrays.stream((Object[]) array).map(Object::toString).toList();
  }

  private static Object invoke(Class<?> type, String name, Object argument) throws Exception {
    for (Method method : type.getDeclaredMethods()) {
      if (method.getName().equals(name)
          && method.getParameterCount() == 1
          && method.getParameterTypes()[0].isInstance(argument)) {
        method.setAccessible(true);
        try {
          return method.invoke(null, argument);
        } catch (InvocationTargetException e) {
          if (e.getCause() instanceof Exception cause) {
            throw cause;
          }
          throw e;
        }
      }
    }
    throw new NoSuchMethodException(type + "." + name + "(" + argument.getClass() + ")");
  }

  @Override
  public void close() throws IOException {
    loader.close();
  }
}
