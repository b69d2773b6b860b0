package org.tieredhdfs.hdfs.write;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.util.ByteArrayManager;
import org.jspecify.annotations.Nullable;

/**
 * Reuses the buffers of a client's acknowledged packets, the last one first, while it is still in
 * the processor's cache.
 *
 * <p>It takes the place of Hadoop's manager in a client context, from which every stream of the
 * context has it, and so carries the context's settings to them. The bytes kept are bounded; small
 * arrays are not worth keeping. Thread-safe: one short lock, two turns a packet.
 */
public final class PacketBuffers extends ByteArrayManager {
  private static final int LEAST_BYTES = 4096;

  private final @Nullable ByteArrayManager hadoops;
  private final ClientWriteSettings settings;

  private final Object lock = new Object();
  private final Map<Integer, ArrayDeque<byte[]>> kept = new HashMap<>();
  private long keptBytes;

  /**
   * @param hadoops Hadoop's manager if the operator has enabled it, which then stays in use; or
   *     null
   */
  PacketBuffers(@Nullable ByteArrayManager hadoops, ClientWriteSettings settings) {
    this.hadoops = hadoops;
    this.settings = settings;
  }

  /** Replaces Hadoop's manager in a client context; called by woven code. */
  public static ByteArrayManager inPlaceOf(ByteArrayManager hadoops, Configuration conf) {
    boolean isAskedFor = conf.getBoolean("dfs.client.write.byte-array-manager.enabled", false);
    return new PacketBuffers(isAskedFor ? hadoops : null, ClientWriteSettings.of(conf));
  }

  public ClientWriteSettings settings() {
    return settings;
  }

  @Override
  public byte[] newByteArray(int size) throws InterruptedException {
    if (hadoops != null) {
      return hadoops.newByteArray(size);
    }
    if (size < LEAST_BYTES || settings.packetBufferBytes() == 0) {
      return new byte[size];
    }
    synchronized (lock) {
      ArrayDeque<byte[]> ofSize = kept.get(size);
      byte[] last = ofSize == null ? null : ofSize.pollLast();
      if (last != null) {
        keptBytes -= size;
        return last;
      }
    }
    return new byte[size];
  }

  @Override
  public int release(byte @Nullable [] array) {
    if (hadoops != null && array != null) {
      return hadoops.release(array);
    }
    if (array == null || array.length < LEAST_BYTES) {
      return 0;
    }
    long limit = settings.packetBufferBytes();
    synchronized (lock) {
      if (keptBytes + array.length > limit) {
        forgetAllBut(array.length);
      }
      if (keptBytes + array.length > limit) {
        return 0;
      }
      ArrayDeque<byte[]> ofSize = kept.computeIfAbsent(array.length, key -> new ArrayDeque<>());
      ofSize.addLast(array);
      keptBytes += array.length;
      return ofSize.size();
    }
  }

  /** The last packets of blocks have odd sizes, which may never be needed again. */
  private void forgetAllBut(int size) {
    kept.keySet().removeIf(other -> other != size);
    ArrayDeque<byte[]> ofSize = kept.get(size);
    keptBytes = ofSize == null ? 0 : (long) ofSize.size() * size;
  }

  long keptBytes() {
    synchronized (lock) {
      return keptBytes;
    }
  }
}
