package org.tieredhdfs.hdfs.weave.checks;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.io.IOException;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import org.apache.hadoop.hdfs.server.datanode.NameNodeRefusals;
import org.apache.hadoop.hdfs.server.protocol.NamespaceInfo;
import org.tieredhdfs.hdfs.start.PatchPoint;
import org.tieredhdfs.hdfs.weave.AdvicePatch;

/** Looks at a NameNode before a DataNode registers with it, and at its answer. */
public final class RegisterPatch extends AdvicePatch {
  public RegisterPatch() {
    super(
        PatchPoint.REGISTER,
        named("register").and(takesArguments(NamespaceInfo.class)),
        Inlined.class,
        NameNodeRefusals.class);
  }

  /** The code that is inlined into the stock method. */
  static final class Inlined {
    private Inlined() {}

    @Advice.OnMethodEnter
    static void enter(
        @Advice.This(typing = Assigner.Typing.DYNAMIC) Object actor,
        @Advice.Argument(0) NamespaceInfo nameNode)
        throws IOException {
      NameNodeRefusals.before(actor, nameNode);
    }

    @Advice.OnMethodExit(onThrowable = IOException.class)
    static void exit(
        @Advice.This(typing = Assigner.Typing.DYNAMIC) Object actor,
        @Advice.Argument(0) NamespaceInfo nameNode,
        @Advice.Thrown Throwable thrown) {
      NameNodeRefusals.after(actor, nameNode, thrown);
    }
  }
}
