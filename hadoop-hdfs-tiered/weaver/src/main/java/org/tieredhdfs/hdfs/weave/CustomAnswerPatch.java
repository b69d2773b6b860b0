package org.tieredhdfs.hdfs.weave;

import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import net.bytebuddy.matcher.ElementMatcher;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.start.PatchPoint;

/**
 * A patch that replaces the result of exactly one stock method for custom storage types; for others
 * the stock method runs.
 */
public abstract class CustomAnswerPatch extends AdvicePatch {
  /**
   * @param question the advice at the method's begin, which returns the answer, or null to have the
   *     stock code run, and skips that code on all else
   */
  protected CustomAnswerPatch(
      PatchPoint point,
      ElementMatcher<? super MethodDescription> method,
      Class<?> question,
      Class<?> helper) {
    super(point, method, () -> Advice.to(question, Answer.class), helper);
  }

  /** The code that is inlined at the stock method's end; the cast to its type is, too. */
  static final class Answer {
    private Answer() {}

    @Advice.OnMethodExit
    static void exit(
        @Advice.Enter @Nullable Object custom,
        @Advice.Return(readOnly = false, typing = Assigner.Typing.DYNAMIC) Object result) {
      if (custom != null) {
        result = custom;
      }
    }
  }
}
