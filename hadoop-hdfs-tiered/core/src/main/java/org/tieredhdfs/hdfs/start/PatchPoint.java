package org.tieredhdfs.hdfs.start;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A place in Apache Hadoop that the overlay changes.
 *
 * <p>The weaver has a patch for each, from which {@code dev-support/write-reference} makes the list
 * that is read here.
 *
 * @param className the binary name of the stock class
 * @param member the patched methods, for people
 * @param purpose what the patch does, as the continuation of "it ..."
 * @param reason why the class has to be changed: what no extension point and no subclass can reach
 */
public record PatchPoint(
    String name, String className, String member, String purpose, String reason) {
  private static final String RESOURCE = "patch-points.txt";
  private static final List<PatchPoint> ALL = read();

  /** All of them, in the order in which they are applied. */
  public static List<PatchPoint> all() {
    return ALL;
  }

  /** The stock classes that have patch points, each once, in the order of the list. */
  public static List<String> classNames() {
    return ALL.stream().map(PatchPoint::className).distinct().toList();
  }

  /** The patch points of one class. */
  public static List<PatchPoint> of(String className) {
    return ALL.stream().filter(point -> point.className.equals(className)).toList();
  }

  private static List<PatchPoint> read() {
    try (InputStream in = PatchPoint.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IllegalStateException("this jar was built without " + RESOURCE);
      }
      List<String> lines =
          new String(in.readAllBytes(), StandardCharsets.UTF_8)
              .lines()
              .filter(line -> !line.isEmpty() && !line.startsWith("#"))
              .toList();
      List<PatchPoint> points = new ArrayList<>();
      for (int i = 0; i < lines.size(); i += 5) {
        points.add(
            new PatchPoint(
                lines.get(i),
                lines.get(i + 1),
                lines.get(i + 2),
                lines.get(i + 3),
                lines.get(i + 4)));
      }
      return List.copyOf(points);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
