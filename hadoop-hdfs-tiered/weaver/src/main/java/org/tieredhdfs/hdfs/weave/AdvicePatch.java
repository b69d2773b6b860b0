package org.tieredhdfs.hdfs.weave;

import java.util.function.Supplier;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.asm.AsmVisitorWrapper.ForDeclaredMethods.MethodVisitorWrapper;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.matcher.ElementMatcher;
import org.tieredhdfs.hdfs.start.PatchPoint;

/** A patch that inlines advice into exactly one method. */
public abstract class AdvicePatch implements Patch {
  private final PatchPoint point;
  private final ElementMatcher<? super MethodDescription> method;
  private final Supplier<Advice> advice;
  private final Class<?> helper;

  protected AdvicePatch(
      PatchPoint point,
      ElementMatcher<? super MethodDescription> method,
      Class<?> advice,
      Class<?> helper) {
    this(point, method, () -> Advice.to(advice), helper);
  }

  AdvicePatch(
      PatchPoint point,
      ElementMatcher<? super MethodDescription> method,
      Supplier<Advice> advice,
      Class<?> helper) {
    this.point = point;
    this.method = method;
    this.advice = advice;
    this.helper = helper;
  }

  @Override
  public final PatchPoint point() {
    return point;
  }

  @Override
  public final ElementMatcher<? super MethodDescription> methods() {
    return method;
  }

  @Override
  public final Class<?> helper() {
    return helper;
  }

  @Override
  public final MethodVisitorWrapper change() {
    return advice.get();
  }
}
