package org.tieredhdfs.hdfs.weave;

import java.util.Map;
import net.bytebuddy.asm.AsmVisitorWrapper.ForDeclaredMethods.MethodVisitorWrapper;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.matcher.ElementMatcher;
import net.bytebuddy.matcher.ElementMatchers;
import org.tieredhdfs.hdfs.start.PatchPoint;

/** The change of a stock class at one patch point; found by {@link java.util.ServiceLoader}. */
public interface Patch {

  PatchPoint point();

  /** The methods of the stock class that are changed. */
  ElementMatcher<? super MethodDescription> methods();

  /** How many methods those have to be; the weaver refuses any other number. */
  default int methodCount() {
    return 1;
  }

  /**
   * Other methods of the stock class that the patch relies on: their digests are checked before an
   * operator's own Hadoop is woven, like those of the changed methods.
   */
  default ElementMatcher<? super MethodDescription> reliesOn() {
    return ElementMatchers.none();
  }

  /** The same of other stock classes, by their binary names. */
  default Map<String, ElementMatcher<? super MethodDescription>> reliesOnElsewhere() {
    return Map.of();
  }

  /**
   * The class of this project that woven code calls; the weaver refuses a result that does not
   * refer to it.
   */
  Class<?> helper();

  /** The change of one method's byte code. */
  MethodVisitorWrapper change();
}
