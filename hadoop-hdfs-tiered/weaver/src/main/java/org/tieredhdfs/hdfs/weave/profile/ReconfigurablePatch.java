package org.tieredhdfs.hdfs.weave.profile;

import static net.bytebuddy.matcher.ElementMatchers.namedOneOf;
import static net.bytebuddy.matcher.ElementMatchers.takesNoArguments;

import java.util.Collection;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.asm.AsmVisitorWrapper.ForDeclaredMethods.MethodVisitorWrapper;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import net.bytebuddy.matcher.ElementMatcher;
import org.apache.hadoop.hdfs.server.datanode.TypeProfile;
import org.tieredhdfs.hdfs.start.PatchPoint;
import org.tieredhdfs.hdfs.weave.Patch;

/** Counts the keys of profiles among those that a running DataNode can take. */
public final class ReconfigurablePatch implements Patch {

  @Override
  public PatchPoint point() {
    return PatchPoint.RECONFIGURABLE;
  }

  @Override
  public ElementMatcher<? super MethodDescription> methods() {
    return namedOneOf("getReconfigurableProperties", "listReconfigurableProperties")
        .and(takesNoArguments());
  }

  @Override
  public int methodCount() {
    return 2;
  }

  @Override
  public Class<?> helper() {
    return TypeProfile.class;
  }

  @Override
  public MethodVisitorWrapper change() {
    return Advice.to(Inlined.class);
  }

  /** The code that is inlined into the stock methods. */
  static final class Inlined {
    private Inlined() {}

    @Advice.OnMethodExit
    @SuppressWarnings("UnusedVariable") // inlined: the assignment sets the return value
    static void exit(
        @Advice.Return(readOnly = false, typing = Assigner.Typing.DYNAMIC)
            Collection<String> keys) {
      keys = TypeProfile.reconfigurable(keys);
    }
  }
}
