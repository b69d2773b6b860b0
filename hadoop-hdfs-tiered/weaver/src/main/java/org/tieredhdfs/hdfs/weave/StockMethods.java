package org.tieredhdfs.hdfs.weave;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.matcher.ElementMatcher;
import net.bytebuddy.pool.TypePool;
import org.tieredhdfs.hdfs.start.PatchPoint;
import org.tieredhdfs.hdfs.weave.patches.Patch;

/**
 * The methods of a Hadoop that the patches change or rely on, with their digests, compared with the
 * known ones.
 */
final class StockMethods {
  private final Map<String, Map<String, String>> ofClasses = new HashMap<>();
  private final SortedMap<StockMethod, String> digests = new TreeMap<>();
  private final List<String> faults = new ArrayList<>();

  /** Finds those of all the patches given; what is missing becomes a fault. */
  StockMethods(ClassFileLocator stock, Collection<Patch> patches) throws IOException {
    TypePool pool = TypePool.Default.of(stock);
    for (Patch patch : patches) {
      PatchPoint point = patch.point();
      int hits = find(stock, pool, point.className(), patch.methods());
      if (hits < 0) {
        faults.add("there is no class " + point.className());
      } else if (hits != patch.methodCount()) {
        faults.add(point.className() + "." + point.member() + " is missing (" + point.name() + ")");
      }
      for (Map.Entry<String, ElementMatcher<? super MethodDescription>> reliedOn :
          patch.reliesOn().entrySet()) {
        // the check of linkage reports missing classes
        find(stock, pool, reliedOn.getKey(), reliedOn.getValue());
      }
    }
  }

  /** Takes the digests of a class's methods that match; how many, or -1 without the class. */
  private int find(
      ClassFileLocator stock,
      TypePool pool,
      String className,
      ElementMatcher<? super MethodDescription> matcher)
      throws IOException {
    ClassFileLocator.Resolution file = stock.locate(className);
    if (!file.isResolved()) {
      return -1;
    }
    Map<String, String> ofClass =
        ofClasses.computeIfAbsent(className, key -> MethodDigest.ofAll(file.resolve()));
    TypeDescription type = pool.describe(className).resolve();
    int hits = 0;
    List<MethodDescription> methods = new ArrayList<>(type.getDeclaredMethods());
    // getDeclaredMethods does not list class initialisers
    methods.add(new MethodDescription.Latent.TypeInitializer(type));
    for (MethodDescription method : methods) {
      String digest = ofClass.get(method.getInternalName() + method.getDescriptor());
      if (digest != null && matcher.matches(method)) {
        hits++;
        digests.put(
            new StockMethod(type.getName(), method.getInternalName() + method.getDescriptor()),
            digest);
      }
    }
    return hits;
  }

  /** The digest of each method. */
  SortedMap<StockMethod, String> digests() {
    return digests;
  }

  /** What is missing, and what differs from all known digests; one sentence each. */
  List<String> faults(KnownDigests known) {
    List<String> all = new ArrayList<>(faults);
    digests.forEach(
        (method, digest) -> {
          if (!known.of(method).containsKey(digest)) {
            all.add(
                method + " differs: known are " + describe(known, method) + ", found " + digest);
          }
        });
    return all;
  }

  private static String describe(KnownDigests known, StockMethod method) {
    List<String> words = new ArrayList<>();
    known
        .of(method)
        .forEach((digest, versions) -> words.add(digest + " of " + String.join(", ", versions)));
    return words.isEmpty() ? "none" : String.join(" and ", words);
  }
}
