package org.tieredhdfs.hdfs.weave.types;

import static net.bytebuddy.matcher.ElementMatchers.isConstructor;
import static net.bytebuddy.matcher.ElementMatchers.isTypeInitializer;
import static net.bytebuddy.matcher.ElementMatchers.named;

import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.matcher.ElementMatcher;
import org.tieredhdfs.hdfs.start.PatchPoint;
import org.tieredhdfs.hdfs.types.EnumExtension;
import org.tieredhdfs.hdfs.weave.AdvicePatch;

/** A patch that extends the constants of an enum at the end of its class initialiser. */
abstract class EnumValuesPatch extends AdvicePatch {
  EnumValuesPatch(PatchPoint point, Class<?> advice) {
    super(point, isTypeInitializer(), advice, EnumExtension.class);
  }

  /** How constants are made, and by newer compilers the array of them. */
  @Override
  public final ElementMatcher<? super MethodDescription> reliesOn() {
    return isConstructor().or(named("$values"));
  }
}
