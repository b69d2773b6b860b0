package org.tieredhdfs.verify.parity;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.Syncable;
import org.apache.hadoop.hbase.io.asyncfs.AsyncFSOutput;
import org.apache.hadoop.hbase.io.asyncfs.AsyncFSOutputHelper;
import org.apache.hadoop.hbase.io.asyncfs.monitor.StreamSlowMonitor;
import org.apache.hadoop.hbase.util.CommonFSUtils.StreamLacksCapabilityException;
import org.apache.hadoop.util.Daemon;
import org.apache.hbase.thirdparty.io.netty.channel.EventLoopGroup;
import org.apache.hbase.thirdparty.io.netty.channel.nio.NioEventLoopGroup;
import org.apache.hbase.thirdparty.io.netty.channel.socket.nio.NioSocketChannel;
import org.apache.hbase.thirdparty.io.netty.util.concurrent.DefaultThreadFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A log written as HBase writes its WAL: to all DataNodes of its only block at once. */
final class AsyncLog extends OutputStream implements Syncable {
  private static final Logger LOG = LoggerFactory.getLogger(AsyncLog.class);
  private static final EventLoopGroup LOOPS =
      new NioEventLoopGroup(2, new DefaultThreadFactory("log writer", true));

  /** What HBase waits for a sync. */
  private static final long LIMIT_MIN = 5;

  private final AsyncFSOutput out;

  private AsyncLog(AsyncFSOutput out) {
    this.out = out;
  }

  /** Begins one, or gives it up at the limit; HBase may wait for ever for a dead DataNode. */
  static AsyncLog create(FileSystem fs, Path path, int replicas, long blockBytes)
      throws IOException {
    CompletableFuture<AsyncLog> creation = new CompletableFuture<>();
    new Daemon(
            () -> {
              try {
                creation.complete(new AsyncLog(output(fs, path, replicas, blockBytes)));
              } catch (IOException | StreamLacksCapabilityException | RuntimeException | Error e) {
                creation.completeExceptionally(e);
              }
            })
        .start();
    try {
      return await(creation, "created");
    } catch (IOException e) {
      var unused = creation.thenAccept(AsyncLog::giveUp);
      throw e;
    }
  }

  private static AsyncFSOutput output(FileSystem fs, Path path, int replicas, long blockBytes)
      throws IOException, StreamLacksCapabilityException {
    return AsyncFSOutputHelper.createOutput(
        fs,
        path,
        false,
        false,
        (short) replicas,
        blockBytes,
        LOOPS,
        NioSocketChannel.class,
        StreamSlowMonitor.create(new Configuration(), "parity"),
        false);
  }

  @Override
  public void write(int one) {
    out.write(new byte[] {(byte) one});
  }

  @Override
  public void write(byte[] bytes, int offset, int length) {
    out.write(bytes, offset, length);
  }

  @Override
  public void hflush() throws IOException {
    long unused = await(out.flush(false), "flushed");
  }

  @Override
  public void hsync() throws IOException {
    long unused = await(out.flush(true), "synced");
  }

  private static <T> T await(Future<T> done, String what) throws IOException {
    try {
      return done.get(LIMIT_MIN, TimeUnit.MINUTES);
    } catch (ExecutionException | TimeoutException e) {
      throw new IOException("not " + what + ": " + e, e);
    } catch (InterruptedException e) {
      throw (IOException) new InterruptedIOException("not " + what).initCause(e);
    }
  }

  @Override
  public void close() throws IOException {
    out.close();
  }

  /** Ends a log that takes no more, beside its writer, who goes on with another. */
  void giveUp() {
    new Daemon(
            () -> {
              try {
                out.recoverAndClose(null);
              } catch (IOException | RuntimeException e) {
                LOG.info("A log that was given up is not closed", e);
              }
            })
        .start();
  }
}
