package org.tieredhdfs.hdfs.weave.receive;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesNoArguments;

import java.util.Map;
import net.bytebuddy.asm.AsmVisitorWrapper.ForDeclaredMethods.MethodVisitorWrapper;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.matcher.ElementMatcher;
import org.apache.hadoop.util.Daemon;
import org.tieredhdfs.hdfs.receive.XceiverThread;
import org.tieredhdfs.hdfs.start.PatchPoint;
import org.tieredhdfs.hdfs.weave.MadeInsteadChange;
import org.tieredhdfs.hdfs.weave.Patch;

/** Runs a connection on a thread that can put interruptions off. */
public final class XceiverThreadPatch implements Patch {

  @Override
  public PatchPoint point() {
    return PatchPoint.XCEIVER_THREAD;
  }

  @Override
  public ElementMatcher<? super MethodDescription> methods() {
    return named("run").and(takesNoArguments());
  }

  @Override
  public Class<?> helper() {
    return XceiverThread.class;
  }

  @Override
  public MethodVisitorWrapper change() {
    return new MadeInsteadChange(Map.of(Daemon.class, XceiverThread.class));
  }
}
