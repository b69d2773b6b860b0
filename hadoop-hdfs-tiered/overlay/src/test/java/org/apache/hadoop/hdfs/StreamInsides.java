package org.apache.hadoop.hdfs;

import java.io.InputStream;
import java.io.OutputStream;
import java.lang.reflect.Field;
import java.net.Socket;
import org.apache.hadoop.fs.FSDataOutputStream;

/** What a client's stream holds. */
public final class StreamInsides {
  private StreamInsides() {}

  private static DFSOutputStream stream(FSDataOutputStream out) {
    OutputStream wrapped = out.getWrappedStream();
    return (DFSOutputStream) wrapped;
  }

  /** How many chunks the packet has that is being filled. */
  public static int chunksInPacket(FSDataOutputStream out) {
    DFSPacket packet = stream(out).currentPacket;
    return packet == null ? 0 : packet.getNumChunks();
  }

  /** The sequence number of the packet that comes next. */
  public static long nextPacket(FSDataOutputStream out) throws ReflectiveOperationException {
    return field("currentSeqno").getLong(stream(out).streamer);
  }

  /** The socket to the first DataNode. */
  public static Socket socket(FSDataOutputStream out) throws ReflectiveOperationException {
    return (Socket) field("s").get(stream(out).streamer);
  }

  /** Whether acknowledgements come through a buffer. */
  public static boolean areAcksBuffered(FSDataOutputStream out)
      throws ReflectiveOperationException {
    // a socket's stream has no mark to go back to, a buffered one has
    return ((InputStream) field("blockReplyStream").get(stream(out).streamer)).markSupported();
  }

  private static Field field(String name) throws ReflectiveOperationException {
    Field field = DataStreamer.class.getDeclaredField(name);
    field.setAccessible(true);
    return field;
  }
}
