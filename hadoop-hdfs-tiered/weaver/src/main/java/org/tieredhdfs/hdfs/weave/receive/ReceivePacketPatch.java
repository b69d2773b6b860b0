package org.tieredhdfs.hdfs.weave.receive;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.namedOneOf;
import static net.bytebuddy.matcher.ElementMatchers.takesNoArguments;

import java.io.DataInputStream;
import java.io.IOException;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.matcher.ElementMatcher;
import org.apache.hadoop.hdfs.server.datanode.BatchReceiver;
import org.tieredhdfs.hdfs.start.PatchPoint;
import org.tieredhdfs.hdfs.weave.AdvicePatch;

/** Receives several packets at once where that can be done, and has stock receive one otherwise. */
public final class ReceivePacketPatch extends AdvicePatch {
  public ReceivePacketPatch() {
    super(
        PatchPoint.RECEIVE_PACKET,
        named("receivePacket").and(takesNoArguments()),
        Inlined.class,
        BatchReceiver.class);
  }

  /** The calls of the stock method that the replacement also makes or replaces. */
  @Override
  public ElementMatcher<? super MethodDescription> reliesOn() {
    return namedOneOf(
        "shouldVerifyChecksum",
        "verifyChunks",
        "flushOrSync",
        "handleMirrorOutError",
        "trackSendPacketToLastNodeInPipeline",
        "manageWriterOsCache");
  }

  /** The code that is inlined into the stock method. */
  static final class Inlined {
    private Inlined() {}

    @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
    static int enter(@Advice.FieldValue("in") DataInputStream in) throws IOException {
      return BatchReceiver.receive(in);
    }

    @Advice.OnMethodExit
    static void exit(@Advice.Enter int receivedBytes, @Advice.Return(readOnly = false) int result) {
      if (receivedBytes != 0) {
        result = receivedBytes;
      }
    }
  }
}
