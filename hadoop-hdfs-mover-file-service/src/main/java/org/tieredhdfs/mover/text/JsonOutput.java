package org.tieredhdfs.mover.text;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.util.Map;
import java.util.TreeMap;

/** Writes values as JSON, with the library that Hadoop ships. */
public final class JsonOutput {
  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private JsonOutput() {}

  /** Counts by the names of constants, in the order of these. */
  public static <K extends Enum<K>> Map<String, Long> byName(Map<K, Long> counts) {
    Map<String, Long> byName = new TreeMap<>();
    counts.forEach((key, count) -> byName.put(key.name(), count));
    return byName;
  }

  /** Writes maps, lists, records, strings, numbers and booleans. */
  public static String of(Object value) {
    try {
      return MAPPER.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
