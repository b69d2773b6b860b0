package org.tieredhdfs.hdfs.weave;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.jar.asm.Opcodes;

/** The shapes of the classes on a class path, each read once. Not thread-safe. */
final class ClassShapes {
  private final ClassFileLocator locator;
  private final Map<String, Optional<ClassShape>> shapes = new HashMap<>();

  ClassShapes(ClassFileLocator locator) {
    this.locator = locator;
  }

  /**
   * @param name an internal name
   */
  Optional<ClassShape> find(String name) {
    return shapes.computeIfAbsent(name, this::read);
  }

  private Optional<ClassShape> read(String name) {
    try {
      ClassFileLocator.Resolution file = locator.locate(name.replace('/', '.'));
      return file.isResolved() ? Optional.of(ClassShape.of(file.resolve())) : Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The class itself and all above it that is there, superclasses before interfaces. */
  List<String> lineage(String name) {
    Set<String> all = new LinkedHashSet<>();
    List<String> queue = new ArrayList<>(List.of(name));
    while (!queue.isEmpty()) {
      String next = queue.remove(0);
      if (all.add(next)) {
        find(next).ifPresent(shape -> queue.addAll(shape.parents()));
      }
    }
    return List.copyOf(all);
  }

  /** The class of the lineage that has a member, if one has. */
  Optional<String> ownerOf(String name, String member) {
    return lineage(name).stream()
        .filter(each -> find(each).map(shape -> shape.access(member) != null).orElse(false))
        .findFirst();
  }

  /** Whether all of the lineage is there: where it is not, a member may be in what is missing. */
  boolean isWhole(String name) {
    return lineage(name).stream().allMatch(each -> find(each).isPresent());
  }

  /** The abstract methods that a class inherits and nothing of its lineage implements. */
  Set<String> unimplemented(String name) {
    Set<String> missing = new LinkedHashSet<>();
    List<String> lineage = lineage(name);
    for (String each : lineage) {
      find(each)
          .ifPresent(
              shape ->
                  shape
                      .members()
                      .forEach(
                          (member, access) -> {
                            if ((access & Opcodes.ACC_ABSTRACT) != 0
                                && !isImplemented(lineage, member)) {
                              missing.add(each + "." + member);
                            }
                          }));
    }
    return missing;
  }

  private boolean isImplemented(List<String> lineage, String member) {
    return lineage.stream()
        .map(each -> find(each).map(shape -> shape.access(member)).orElse(null))
        .anyMatch(access -> access != null && (access & Opcodes.ACC_ABSTRACT) == 0);
  }
}
