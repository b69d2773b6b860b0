package org.tieredhdfs.hdfs.weave.namespace;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import net.bytebuddy.asm.Advice;
import org.tieredhdfs.hdfs.policies.PolicyIdText;
import org.tieredhdfs.hdfs.start.PatchPoint;
import org.tieredhdfs.hdfs.weave.AdvicePatch;

/** Escapes white space in the XML of an image, where it may be the id of a policy. */
public final class ImageXmlPatch extends AdvicePatch {
  public ImageXmlPatch() {
    super(
        PatchPoint.IMAGE_XML,
        named("codePointMustBeMangled").and(takesArguments(int.class)),
        Inlined.class,
        PolicyIdText.class);
  }

  /** The code that is inlined into the stock method. */
  static final class Inlined {
    private Inlined() {}

    @Advice.OnMethodExit
    static void exit(
        @Advice.Argument(0) int codePoint, @Advice.Return(readOnly = false) boolean escaped) {
      if (!escaped) {
        escaped = PolicyIdText.isLostInXml(codePoint);
      }
    }
  }
}
