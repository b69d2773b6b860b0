package org.tieredhdfs.hdfs.weave.patches;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.asm.AsmVisitorWrapper.ForDeclaredMethods.MethodVisitorWrapper;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import net.bytebuddy.matcher.ElementMatcher;
import net.bytebuddy.matcher.ElementMatchers;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.start.PatchPoint;

/**
 * The change of a stock class at one patch point.
 *
 * @param methods the methods of the stock class that are changed
 * @param methodCount how many those have to be; the weaver refuses any other number
 * @param reliesOn other stock methods that the patch relies on, by the binary names of their
 *     classes: their digests are checked before an operator's own Hadoop is woven, like those of
 *     the changed methods
 * @param helper the class of this project that woven code calls; the weaver refuses a result that
 *     does not refer to it
 * @param change gives the change of one method's byte code
 */
public record Patch(
    PatchPoint point,
    ElementMatcher<? super MethodDescription> methods,
    int methodCount,
    Map<String, ElementMatcher<? super MethodDescription>> reliesOn,
    Class<?> helper,
    Supplier<MethodVisitorWrapper> change) {
  private static final String HADOOP = "org.apache.hadoop.";

  /**
   * Begins a patch.
   *
   * @param stockClass the binary name of the class without what is common to Hadoop's
   */
  static Builder at(String name, String stockClass) {
    return new Builder(name, stockClass);
  }

  /** A method of a helper, for changes that replace something in a stock method by its call. */
  static MethodDescription method(Class<?> helper, String name) {
    return TypeDescription.ForLoadedType.of(helper)
        .getDeclaredMethods()
        .filter(ElementMatchers.named(name))
        .getOnly();
  }

  /** What is said of a patch before its change, which ends it. */
  static final class Builder {
    private final String name;
    private final String stockClass;
    private final Map<String, ElementMatcher<? super MethodDescription>> reliesOn = new HashMap<>();
    private String member = "";
    private String purpose = "";
    private String reason = "";
    private ElementMatcher<? super MethodDescription> methods = ElementMatchers.none();
    private int methodCount = 1;

    private Builder(String name, String stockClass) {
      this.name = name;
      this.stockClass = stockClass;
    }

    Builder member(String text) {
      member = text;
      return this;
    }

    Builder purpose(String text) {
      purpose = text;
      return this;
    }

    Builder reason(String text) {
      reason = text;
      return this;
    }

    /** The one method that is changed, by its name and parameters. */
    Builder method(String methodName, Class<?>... parameters) {
      return method(
          ElementMatchers.<MethodDescription>named(methodName)
              .and(ElementMatchers.takesArguments(parameters)));
    }

    Builder method(ElementMatcher<? super MethodDescription> matcher) {
      return methods(1, matcher);
    }

    Builder methods(int count, ElementMatcher<? super MethodDescription> matcher) {
      methodCount = count;
      methods = matcher;
      return this;
    }

    /** Other methods of the same class. */
    Builder reliesOn(ElementMatcher<? super MethodDescription> matcher) {
      return reliesOn(stockClass, matcher);
    }

    Builder reliesOn(String otherClass, ElementMatcher<? super MethodDescription> matcher) {
      reliesOn.put(HADOOP + otherClass, matcher);
      return this;
    }

    /** Inlines advice into the methods. */
    Patch inlines(Class<?> advice, Class<?> helper) {
      return changes(helper, () -> Advice.to(advice));
    }

    /**
     * Replaces the result for custom storage types; for others the stock code runs.
     *
     * @param question the advice at the method's begin, which returns the answer, or null to have
     *     the stock code run, and skips that code on all else
     */
    Patch answers(Class<?> question, Class<?> helper) {
      return changes(helper, () -> Advice.to(question, Answer.class));
    }

    Patch changes(Class<?> helper, Supplier<MethodVisitorWrapper> change) {
      PatchPoint point = new PatchPoint(name, HADOOP + stockClass, member, purpose, reason);
      return new Patch(point, methods, methodCount, Map.copyOf(reliesOn), helper, change);
    }
  }

  /** The code that is inlined at the stock method's end; the cast to its type is, too. */
  static final class Answer {
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
