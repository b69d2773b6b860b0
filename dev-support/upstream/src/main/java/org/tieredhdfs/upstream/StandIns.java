package org.tieredhdfs.upstream;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.ref.WeakReference;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.WeakHashMap;

/**
 * Classes that Hadoop gets where its tests configure others, on our side only.
 *
 * <p>A test that sets a class in its own configuration would test that one whatever stands in
 * {@code hdfs-site.xml}. Hadoop's {@code Configuration} remembers the class for each name that it
 * has looked up; here it is told before the test begins.
 */
final class StandIns {
  static final String FILE_NAME = "stand-ins.properties";
  private static final String CONFIGURATION = "org.apache.hadoop.conf.Configuration";

  /** Names that are only weakly held by Hadoop's memory, with the classes. */
  private static final List<Map.Entry<String, Class<?>>> HELD = new ArrayList<>();

  private StandIns() {}

  /** Writes which class stands in for which into a directory of the class path. */
  static void write(Path directory, Map<String, String> standIns) throws IOException {
    Properties properties = new Properties();
    properties.putAll(standIns);
    try (OutputStream out = Files.newOutputStream(directory.resolve(FILE_NAME))) {
      properties.store(out, null);
    }
  }

  /**
   * Does what the file on the class path says, if there is one.
   *
   * @throws ReflectiveOperationException if a class is missing, or Hadoop remembers in another way
   */
  static void install(ClassLoader loader) throws IOException, ReflectiveOperationException {
    Properties properties = new Properties();
    try (InputStream in = loader.getResourceAsStream(FILE_NAME)) {
      if (in == null) {
        return;
      }
      properties.load(in);
    }
    if (!properties.isEmpty()) {
      install(properties, loader, Class.forName(CONFIGURATION, true, loader));
    }
  }

  @SuppressWarnings("unchecked")
  static void install(Properties standIns, ClassLoader loader, Class<?> configuration)
      throws ReflectiveOperationException {
    Field field = configuration.getDeclaredField("CACHE_CLASSES");
    field.setAccessible(true);
    var known = (Map<ClassLoader, Map<String, WeakReference<Class<?>>>>) field.get(null);
    for (String name : standIns.stringPropertyNames()) {
      Class<?> standIn = Class.forName(standIns.getProperty(name), false, loader);
      HELD.add(Map.entry(name, standIn));
      synchronized (known) {
        known
            .computeIfAbsent(loader, any -> Collections.synchronizedMap(new WeakHashMap<>()))
            .put(name, new WeakReference<>(standIn));
      }
    }
  }
}
