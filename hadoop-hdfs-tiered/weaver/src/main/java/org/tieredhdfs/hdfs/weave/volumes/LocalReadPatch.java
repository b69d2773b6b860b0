package org.tieredhdfs.hdfs.weave.volumes;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArgument;

import java.io.IOException;
import java.util.Map;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.matcher.ElementMatcher;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.LocalReads;
import org.tieredhdfs.hdfs.start.PatchPoint;
import org.tieredhdfs.hdfs.weave.AdvicePatch;

/** Gives a local reader no descriptors of files on a volume whose reads stall. */
public final class LocalReadPatch extends AdvicePatch {
  public LocalReadPatch() {
    super(
        PatchPoint.LOCAL_READ,
        named("requestShortCircuitFdsForRead").and(takesArgument(0, ExtendedBlock.class)),
        Inlined.class,
        LocalReads.class);
  }

  /** It answers the exception that is thrown here in the way that concerns one block. */
  @Override
  public Map<String, ElementMatcher<? super MethodDescription>> reliesOnElsewhere() {
    return Map.of(
        "org.apache.hadoop.hdfs.server.datanode.DataXceiver", named("requestShortCircuitFds"));
  }

  /** The code that is inlined into the stock method. */
  static final class Inlined {
    private Inlined() {}

    @Advice.OnMethodEnter
    static void enter(@Advice.This DataNode datanode, @Advice.Argument(0) ExtendedBlock block)
        throws IOException {
      LocalReads.admit(datanode, block);
    }
  }
}
