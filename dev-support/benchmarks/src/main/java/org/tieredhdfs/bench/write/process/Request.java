package org.tieredhdfs.bench.write.process;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * One command to a process: {@code what key=value key=value}. Immutable.
 *
 * @param what is to be done
 * @param words its arguments; neither names nor values hold spaces
 */
public record Request(String what, Map<String, String> words) {

  public Request {
    words = Map.copyOf(words);
  }

  public static Request of(String what) {
    return new Request(what, Map.of());
  }

  /** The same with one more argument. */
  public Request with(String name, Object value) {
    Map<String, String> more = new LinkedHashMap<>(words);
    more.put(name, value.toString());
    return new Request(what, more);
  }

  public String line() {
    return what
        + words.entrySet().stream()
            .map(word -> " " + word.getKey() + "=" + word.getValue())
            .sorted()
            .collect(Collectors.joining());
  }

  /**
   * Reads a line.
   *
   * @throws IllegalArgumentException if a word has no {@code =}
   */
  public static Request parse(String line) {
    String[] parts = line.strip().split(" ", -1);
    Request request = of(parts[0]);
    for (int i = 1; i < parts.length; i++) {
      int equals = parts[i].indexOf('=');
      if (equals < 1) {
        throw new IllegalArgumentException("'" + parts[i] + "' is no name=value");
      }
      request = request.with(parts[i].substring(0, equals), parts[i].substring(equals + 1));
    }
    return request;
  }

  /**
   * An argument.
   *
   * @throws IllegalArgumentException if it is missing
   */
  public String text(String name) {
    String value = words.get(name);
    if (value == null) {
      throw new IllegalArgumentException(what + ": " + name + " is missing");
    }
    return value;
  }

  public long number(String name) {
    return Long.parseLong(text(name));
  }

  public int count(String name) {
    return Integer.parseInt(text(name));
  }

  public boolean flag(String name) {
    return Boolean.parseBoolean(text(name));
  }
}
