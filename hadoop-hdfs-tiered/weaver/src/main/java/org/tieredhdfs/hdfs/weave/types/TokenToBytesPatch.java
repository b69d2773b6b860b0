package org.tieredhdfs.hdfs.weave.types;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.io.DataOutput;
import java.io.IOException;
import net.bytebuddy.asm.Advice;
import org.apache.hadoop.fs.StorageType;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.peers.ReadableTokens;
import org.tieredhdfs.hdfs.start.PatchPoint;
import org.tieredhdfs.hdfs.weave.AdvicePatch;

/** Writes a block token so that stock DataNodes can read it. */
public final class TokenToBytesPatch extends AdvicePatch {
  public TokenToBytesPatch() {
    super(
        PatchPoint.TOKEN_TO_BYTES,
        named("write").and(takesArguments(DataOutput.class)),
        Inlined.class,
        ReadableTokens.class);
  }

  /** The code that is inlined into the stock method. */
  static final class Inlined {
    private Inlined() {}

    @Advice.OnMethodEnter
    static StorageType[] enter(
        @Advice.FieldValue(value = "storageTypes", readOnly = false) StorageType[] types) {
      StorageType[] meant = types;
      types = ReadableTokens.shown(meant);
      return meant;
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class)
    static void exit(
        @Advice.Enter StorageType[] meant,
        @Advice.FieldValue(value = "storageTypes", readOnly = false) StorageType[] types,
        @Advice.FieldValue("useProto") boolean isProtobuf,
        @Advice.FieldValue("handshakeMsg") byte[] handshake,
        @Advice.Argument(0) DataOutput out,
        @Advice.Thrown @Nullable Throwable thrown)
        throws IOException {
      boolean isShown = types != meant;
      types = meant;
      if (isShown && thrown == null) {
        ReadableTokens.writeTrue(out, isProtobuf, handshake, meant);
      }
    }
  }
}
