package org.tieredhdfs.hdfs.weave.write;

import static net.bytebuddy.matcher.ElementMatchers.named;

import java.io.DataInputStream;
import net.bytebuddy.asm.Advice;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.PipelineSockets;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.start.PatchPoint;
import org.tieredhdfs.hdfs.weave.AdvicePatch;

/** Has a client read acknowledgements through a buffer. */
public final class AckReadsPatch extends AdvicePatch {
  public AckReadsPatch() {
    super(
        PatchPoint.ACK_READS,
        named("createBlockOutputStream"),
        Inlined.class,
        PipelineSockets.class);
  }

  /** The code that is inlined into the stock method. */
  static final class Inlined {
    private Inlined() {}

    @Advice.OnMethodExit
    @SuppressWarnings("UnusedVariable") // inlined: the assignment sets a field
    static void exit(
        @Advice.FieldValue("dfsClient") DFSClient client,
        @Advice.FieldValue(value = "blockReplyStream", readOnly = false)
            @Nullable DataInputStream stream) {
      stream = PipelineSockets.acks(client, stream);
    }
  }
}
