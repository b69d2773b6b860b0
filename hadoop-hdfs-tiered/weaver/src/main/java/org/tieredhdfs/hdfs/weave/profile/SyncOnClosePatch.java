package org.tieredhdfs.hdfs.weave.profile;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import net.bytebuddy.asm.AsmVisitorWrapper.ForDeclaredMethods.MethodVisitorWrapper;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.matcher.ElementMatcher;
import org.apache.hadoop.hdfs.server.datanode.TypeProfile;
import org.tieredhdfs.hdfs.start.PatchPoint;
import org.tieredhdfs.hdfs.weave.Patch;

/** Asks the profile of a volume whether a block is synced at its end. */
public final class SyncOnClosePatch implements Patch {

  @Override
  public PatchPoint point() {
    return PatchPoint.SYNC_ON_CLOSE;
  }

  @Override
  public ElementMatcher<? super MethodDescription> methods() {
    return named("receiveBlock").and(takesArguments(7));
  }

  @Override
  public ElementMatcher<? super MethodDescription> reliesOn() {
    return named("close");
  }

  @Override
  public Class<?> helper() {
    return TypeProfile.class;
  }

  @Override
  public MethodVisitorWrapper change() {
    return new AskedInsteadChange(
        "org/apache/hadoop/hdfs/server/datanode/DNConf",
        "syncOnClose",
        TypeProfile.class,
        "syncsOnClose");
  }
}
