package org.tieredhdfs.hdfs.weave;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The known digests of stock methods on which the patches were tested, each with the versions of
 * Hadoop that have it.
 *
 * <p>Kept in a resource that {@code dev-support/write-stock-digests} makes: one line for each
 * digest, {@code class method digest version,version...}.
 */
final class KnownDigests {
  static final String RESOURCE = "stock-digests.txt";

  private final SortedMap<StockMethod, SortedMap<String, SortedSet<String>>> digests =
      new TreeMap<>();

  /** Those that were recorded when this weaver was built. */
  static KnownDigests recorded() {
    try (InputStream in = KnownDigests.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new WeavingException("the weaver was built without " + RESOURCE);
      }
      return parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static KnownDigests parse(String text) {
    KnownDigests known = new KnownDigests();
    text.lines()
        .filter(line -> !line.isBlank() && !line.startsWith("#"))
        .forEach(
            line -> {
              String[] words = line.split(" ", -1);
              if (words.length != 4) {
                throw new WeavingException("not a line of " + RESOURCE + ": " + line);
              }
              for (String version : words[3].split(",", -1)) {
                known.add(new StockMethod(words[0], words[1]), words[2], version);
              }
            });
    return known;
  }

  void add(StockMethod method, String digest, String version) {
    digests
        .computeIfAbsent(method, key -> new TreeMap<>())
        .computeIfAbsent(digest, key -> new TreeSet<>())
        .add(version);
  }

  /** The digests of a method, each with the versions that have it; empty if it is not known. */
  Map<String, SortedSet<String>> of(StockMethod method) {
    return digests.getOrDefault(method, new TreeMap<>());
  }

  String toText() {
    StringBuilder text = new StringBuilder();
    text.append(
        "# Digests of the stock methods that are patched or relied on, and the versions of\n");
    text.append("# Hadoop that have them. Made by dev-support/write-stock-digests.\n");
    digests.forEach(
        (method, byDigest) ->
            byDigest.forEach(
                (digest, versions) ->
                    text.append(method.className())
                        .append(' ')
                        .append(method.signature())
                        .append(' ')
                        .append(digest)
                        .append(' ')
                        .append(String.join(",", versions))
                        .append('\n')));
    return text.toString();
  }
}
