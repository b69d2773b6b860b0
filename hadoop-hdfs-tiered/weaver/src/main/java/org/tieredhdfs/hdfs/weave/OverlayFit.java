package org.tieredhdfs.hdfs.weave;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import net.bytebuddy.dynamic.ClassFileLocator;

/** Checks whether an overlay was woven from exactly the classes of a Hadoop. */
final class OverlayFit {
  private final Path overlay;

  OverlayFit(Path overlay) {
    this.overlay = overlay;
  }

  /** Why it does not fit, one sentence for each class; empty if it does. */
  List<String> faults(HadoopHere hadoop) throws IOException {
    SortedMap<String, OverlayMark> marks = OverlayJar.marks(overlay);
    List<String> faults = new ArrayList<>();
    for (String className : hadoop.classNames()) {
      OverlayMark mark = marks.get(className);
      ClassFileLocator.Resolution stock = hadoop.locator().locate(className);
      if (mark == null) {
        faults.add(overlay.getFileName() + " has no woven " + className);
      } else if (!stock.isResolved()) {
        faults.add("there is no class " + className);
      } else if (!mark.stockSha256().equals(Sha256.of(stock.resolve()))) {
        faults.add(className + " is not that of Hadoop " + mark.hadoopVersion());
      }
    }
    return faults;
  }
}
