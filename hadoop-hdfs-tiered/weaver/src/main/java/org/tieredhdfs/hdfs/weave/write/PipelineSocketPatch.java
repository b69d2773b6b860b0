package org.tieredhdfs.hdfs.weave.write;

import static net.bytebuddy.matcher.ElementMatchers.named;

import net.bytebuddy.asm.AsmVisitorWrapper.ForDeclaredMethods.MethodVisitorWrapper;
import net.bytebuddy.asm.MemberSubstitution;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.matcher.ElementMatcher;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.PipelineSockets;
import org.tieredhdfs.hdfs.start.PatchPoint;
import org.tieredhdfs.hdfs.weave.Patch;
import org.tieredhdfs.hdfs.weave.WeavingException;

/**
 * Makes the socket to a pipeline's first DataNode come from our factory.
 *
 * <p>Only the look at the client's own factory is replaced, which readers go on to use: how a
 * socket is connected and what is set on it stays Hadoop's.
 */
public final class PipelineSocketPatch implements Patch {

  @Override
  public PatchPoint point() {
    return PatchPoint.PIPELINE_SOCKET;
  }

  @Override
  public ElementMatcher<? super MethodDescription> methods() {
    return named("createSocketForPipeline");
  }

  @Override
  public Class<?> helper() {
    return PipelineSockets.class;
  }

  @Override
  public MethodVisitorWrapper change() {
    try {
      return MemberSubstitution.relaxed()
          .field(named("socketFactory"))
          .onRead()
          .replaceWith(PipelineSockets.class.getMethod("factory", DFSClient.class));
    } catch (NoSuchMethodException e) {
      throw new WeavingException("PipelineSockets does not fit this weaver", e);
    }
  }
}
