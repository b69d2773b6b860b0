package org.apache.hadoop.hdfs.server.datanode;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.util.Queue;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.receive.MirrorAckInput;
import org.tieredhdfs.hdfs.receive.MirrorAckOutput;
import org.tieredhdfs.hdfs.receive.ReceiveKeys;
import org.tieredhdfs.hdfs.receive.ReceiveMetrics;

/** Buffers the streams of acknowledgements of a DataNode that has a next one in the pipeline. */
@NullMarked
public final class MirrorAcks {
  private MirrorAcks() {}

  /** The acknowledgements of the next DataNode, through a buffer. */
  public static @Nullable DataInputStream buffered(
      Object receiver, @Nullable DataInputStream downstream) {
    if (downstream == null) {
      return null;
    }
    Configuration conf = ((BlockReceiver) receiver).getDataNode().getConf();
    return ReceiveKeys.MIRROR_ACK_BUFFER.getBoolean(conf)
        ? new MirrorAckInput(downstream)
        : downstream;
  }

  /** The stream that acknowledgements are forwarded to, if they are buffered. */
  public static DataOutputStream joining(
      DataOutputStream upstream, @Nullable DataInputStream downstream) {
    return downstream instanceof MirrorAckInput acks
        ? new MirrorAckOutput(upstream, acks, ReceiveMetrics.get())
        : upstream;
  }

  /** Gives that stream access to the packets that are not acknowledged yet. */
  public static void join(Runnable responder, DataOutputStream upstream, Queue<?> waiting) {
    if (upstream instanceof MirrorAckOutput joined) {
      joined.join(responder, waiting);
    }
  }
}
