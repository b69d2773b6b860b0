package org.tieredhdfs.hdfs.weave.receive;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesNoArguments;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.util.Map;
import net.bytebuddy.asm.AsmVisitorWrapper.ForDeclaredMethods.MethodVisitorWrapper;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.matcher.ElementMatcher;
import org.tieredhdfs.hdfs.receive.PacketInput;
import org.tieredhdfs.hdfs.receive.XceiverInput;
import org.tieredhdfs.hdfs.start.PatchPoint;
import org.tieredhdfs.hdfs.weave.MadeInsteadChange;
import org.tieredhdfs.hdfs.weave.Patch;

/** Makes a connection read through this project's buffer, behind the encryption. */
public final class XceiverInputPatch implements Patch {

  @Override
  public PatchPoint point() {
    return PatchPoint.XCEIVER_INPUT;
  }

  @Override
  public ElementMatcher<? super MethodDescription> methods() {
    return named("run").and(takesNoArguments());
  }

  @Override
  public ElementMatcher<? super MethodDescription> reliesOn() {
    return named("writeBlock").or(named("replaceBlock"));
  }

  @Override
  public Class<?> helper() {
    return PacketInput.class;
  }

  @Override
  public MethodVisitorWrapper change() {
    return new MadeInsteadChange(
        Map.of(
            BufferedInputStream.class, PacketInput.class,
            DataInputStream.class, XceiverInput.class));
  }
}
