package org.tieredhdfs.hdfs.weave.write;

import static net.bytebuddy.matcher.ElementMatchers.isConstructor;

import net.bytebuddy.asm.Advice;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.util.ByteArrayManager;
import org.tieredhdfs.hdfs.start.PatchPoint;
import org.tieredhdfs.hdfs.weave.AdvicePatch;
import org.tieredhdfs.hdfs.write.PacketBuffers;

/** Gives a client context buffers that are used again, and the settings of the write path. */
public final class PacketBuffersPatch extends AdvicePatch {
  public PacketBuffersPatch() {
    super(PatchPoint.PACKET_BUFFERS, isConstructor(), Inlined.class, PacketBuffers.class);
  }

  /** The code that is inlined into the stock constructor. */
  static final class Inlined {
    private Inlined() {}

    @Advice.OnMethodExit
    @SuppressWarnings("UnusedVariable") // inlined: the assignment sets a field
    static void exit(
        @Advice.FieldValue(value = "byteArrayManager", readOnly = false) ByteArrayManager buffers,
        @Advice.Argument(2) Configuration conf) {
      buffers = PacketBuffers.inPlaceOf(buffers, conf);
    }
  }
}
