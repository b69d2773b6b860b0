package org.tieredhdfs.hdfs.weave;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.asm.AsmVisitorWrapper;
import net.bytebuddy.description.annotation.AnnotationDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.dynamic.scaffold.MethodGraph;
import net.bytebuddy.dynamic.scaffold.TypeValidation;
import net.bytebuddy.pool.TypePool;
import org.tieredhdfs.hdfs.start.PatchPoint;
import org.tieredhdfs.hdfs.start.Woven;
import org.tieredhdfs.hdfs.weave.patches.Patch;
import org.tieredhdfs.hdfs.weave.patches.Patches;

/**
 * Creates the woven classes from the stock ones: either all patch points, or an exception.
 *
 * <p>Always reads the stock class, so that a second run gives the same as the first. Not
 * thread-safe.
 */
public final class OverlayWeaver {
  /**
   * The mark as its class file declares it. A loaded class gives its methods in an order that
   * differs from one JVM to the next, and the values would be written in it.
   */
  private static final TypeDescription MARK =
      TypePool.Default.of(Woven.class.getClassLoader()).describe(Woven.class.getName()).resolve();

  private final ClassFileLocator stock;
  private final String hadoopVersion;

  /**
   * @param stock where the stock classes, and what they refer to, are found
   * @param hadoopVersion what Hadoop they belong to, recorded in every woven class
   */
  public OverlayWeaver(ClassFileLocator stock, String hadoopVersion) {
    this.stock = stock;
    this.hadoopVersion = hadoopVersion;
  }

  /** Weaves these classes of the list: the class files by their names in a jar. */
  SortedMap<String, byte[]> weaveAll(Collection<String> classNames) throws IOException {
    SortedMap<String, byte[]> woven = new TreeMap<>();
    for (String className : classNames) {
      DynamicType type = weave(className);
      woven.put(type.getTypeDescription().getInternalName() + ".class", type.getBytes());
    }
    return woven;
  }

  /** Weaves every class that has a patch into {@code folder}; what is there is replaced. */
  public List<Path> weaveInto(Path folder) throws IOException {
    List<Path> files = new ArrayList<>();
    Set<String> changed =
        Patches.all().stream().map(patch -> patch.point().className()).collect(Collectors.toSet());
    for (Map.Entry<String, byte[]> woven : weaveAll(changed).entrySet()) {
      Path file = folder.resolve(woven.getKey());
      Files.createDirectories(file.getParent());
      Files.write(file, woven.getValue());
      files.add(file);
    }
    return files;
  }

  DynamicType weave(String className) throws IOException {
    ClassFileLocator.Resolution resolution = stock.locate(className);
    if (!resolution.isResolved()) {
      throw new WeavingException("Hadoop " + hadoopVersion + " has no class " + className);
    }
    TypeDescription target = TypePool.Default.of(stock).describe(className).resolve();
    if (target.getDeclaredAnnotations().isAnnotationPresent(Woven.class)) {
      throw new WeavingException(className + " is woven already; the stock class is needed");
    }
    List<Patch> patches =
        Patches.all().stream().filter(each -> each.point().className().equals(className)).toList();
    DynamicType.Builder<?> builder =
        new ByteBuddy()
            .with(TypeValidation.DISABLED)
            .with(MethodGraph.Compiler.ForDeclaredMethods.INSTANCE)
            .redefine(target, stock)
            .annotateType(mark(patches, resolution.resolve()));
    Map<Patch, CountingChange> changes = new LinkedHashMap<>();
    for (Patch patch : patches) {
      CountingChange change = new CountingChange(patch.change().get());
      changes.put(patch, change);
      builder =
          builder.visit(
              new AsmVisitorWrapper.ForDeclaredMethods().invokable(patch.methods(), change));
    }
    DynamicType woven = builder.make(TypePool.Default.of(stock));
    changes.forEach((patch, change) -> requireCount(patch, change.applied()));
    changes.keySet().forEach(patch -> requireCall(patch, woven.getBytes()));
    return woven;
  }

  /** A substitution inside a method may match nothing, which only the result shows. */
  private static void requireCall(Patch patch, byte[] woven) {
    String helper = patch.helper().getName().replace('.', '/');
    if (!new String(woven, StandardCharsets.ISO_8859_1).contains(helper)) {
      PatchPoint point = patch.point();
      throw new WeavingException(
          String.format(
              "%s changed nothing in %s: %s (%s)",
              point.name(), point.className(), point.member(), point.purpose()));
    }
  }

  private static void requireCount(Patch patch, int applied) {
    if (applied != patch.methodCount()) {
      PatchPoint point = patch.point();
      throw new WeavingException(
          String.format(
              "%s hit %d methods of %s, expected %d: %s (%s)",
              point.name(),
              applied,
              point.className(),
              patch.methodCount(),
              point.member(),
              point.purpose()));
    }
  }

  private AnnotationDescription mark(List<Patch> patches, byte[] stockClass) {
    return AnnotationDescription.Builder.ofType(MARK)
        .defineArray(
            "points", patches.stream().map(each -> each.point().name()).toArray(String[]::new))
        .define("stockSha256", Sha256.of(stockClass))
        .define("hadoopVersion", hadoopVersion)
        .build();
  }
}
