package org.tieredhdfs.rehearsal;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;

/** Reads the values of site files that are properties among the resources. */
public final class SiteResource {
  private SiteResource() {}

  /**
   * The values of a file.
   *
   * @param owner class in whose package it is
   * @param variables what stands in it as {@code ${name}}
   */
  public static Map<String, String> read(Class<?> owner, String name, Map<String, String> variables)
      throws IOException {
    Properties properties = new Properties();
    try (InputStream in = owner.getResourceAsStream(name)) {
      properties.load(Objects.requireNonNull(in, name));
    }
    Configuration conf = new Configuration(false);
    variables.forEach(conf::set);
    properties.stringPropertyNames().forEach(key -> conf.set(key, properties.getProperty(key)));
    Map<String, String> values = new TreeMap<>();
    for (String key : properties.stringPropertyNames()) {
      values.put(key, Objects.requireNonNull(conf.get(key), key));
    }
    return values;
  }
}
