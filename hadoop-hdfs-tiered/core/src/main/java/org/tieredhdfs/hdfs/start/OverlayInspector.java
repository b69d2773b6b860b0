package org.tieredhdfs.hdfs.start;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Checks whether each patch point is active in a class loader.
 *
 * <p>Classes are inspected without being initialised. Stateless but for the class loader.
 */
public final class OverlayInspector {

  /**
   * The state of one patch point.
   *
   * @param point the patch point
   * @param location the jar or folder of that class, or "not found"
   * @param fault why it is not in force, or null; a woven class made from another stock class than
   *     the one behind it has one, too
   */
  public record State(PatchPoint point, String location, @Nullable String fault) {

    /** Whether the class that the loader gives is patched there, from the right original. */
    public boolean inForce() {
      return fault == null;
    }
  }

  private final ClassLoader loader;

  public OverlayInspector(ClassLoader loader) {
    this.loader = loader;
  }

  /** The state of every patch point, in the order of the list. */
  public List<State> states() {
    List<State> states = new ArrayList<>();
    for (String className : PatchPoint.classNames()) {
      inspect(className, states);
    }
    return states;
  }

  private void inspect(String className, List<State> states) {
    List<URL> files = files(className);
    String location = files.isEmpty() ? "not found" : location(files.get(0), className);
    Woven mark = mark(className);
    String originFault = mark == null ? null : originFault(className, mark, files);
    for (PatchPoint point : PatchPoint.of(className)) {
      String fault = originFault;
      if (files.isEmpty()) {
        fault = className + " is not on the class path";
      } else if (mark == null) {
        fault = "the class path has stock " + className + " (" + location + ") first";
      } else if (!Arrays.asList(mark.points()).contains(point.name())) {
        fault = "the overlay " + location + " was woven without " + point.name();
      }
      states.add(new State(point, location, fault));
    }
  }

  private @Nullable Woven mark(String className) {
    try {
      return Class.forName(className, false, loader).getAnnotation(Woven.class);
    } catch (ClassNotFoundException | LinkageError e) {
      return null;
    }
  }

  /**
   * A woven class replaces a whole stock class, so it must be made from exactly the class behind
   * it.
   */
  private static @Nullable String originFault(String className, Woven mark, List<URL> files) {
    if (files.size() < 2) {
      return null;
    }
    for (URL behind : files.subList(1, files.size())) {
      if (sha256(behind).equals(mark.stockSha256())) {
        return null;
      }
    }
    return "the overlay's "
        + className
        + " was woven from Hadoop "
        + mark.hadoopVersion()
        + ", but "
        + location(files.get(1), className)
        + " behind it holds a different one";
  }

  private List<URL> files(String className) {
    try {
      return Collections.list(loader.getResources(resource(className)));
    } catch (IOException e) {
      return List.of();
    }
  }

  private static String resource(String className) {
    return className.replace('.', '/') + ".class";
  }

  /** The jar's name or the folder that a class file lies in. */
  private static String location(URL file, String className) {
    String path = file.getPath();
    int inJar = path.indexOf("!/");
    String container =
        inJar >= 0
            ? path.substring(0, inJar)
            : path.substring(0, path.length() - resource(className).length() - 1);
    return container.substring(container.lastIndexOf('/') + 1);
  }

  private static String sha256(URL file) {
    try (InputStream in = file.openStream()) {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(in.readAllBytes());
      return HexFormat.of().formatHex(digest);
    } catch (IOException e) {
      return "unreadable: " + e.getMessage();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
