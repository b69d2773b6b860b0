package org.tieredhdfs.media.fuse;

import com.sun.jna.LastErrorException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.ThreadFactory;
import org.tieredhdfs.media.device.MediaDevice;
import org.tieredhdfs.media.device.ThreadEnd;
import org.tieredhdfs.media.model.IoKind;

/**
 * A mounted file system of one file, whose reads and writes a device serves. A loop device with
 * direct I/O over the file is a block device that behaves like the medium.
 *
 * <p>Needs root. When its process ends, however, requests under way fail; the mount stays until
 * somebody unmounts it.
 */
public final class FuseDisk implements AutoCloseable {
  // For flushes and file attributes, in addition to reads and writes, which the kernel limits.
  private static final int SPARE_BUFFERS = 16;

  private final Path mountPoint;
  private final MediaDevice device;
  private final FuseTree tree;
  private final FuseBuffer.Pool pool = new FuseBuffer.Pool(FuseTree.MAX_BACKGROUND + SPARE_BUFFERS);
  private final int fd;
  private final Thread reader;

  private FuseDisk(Path mountPoint, MediaDevice device, int fd, ThreadFactory threads) {
    this.mountPoint = mountPoint;
    this.device = device;
    this.tree = new FuseTree(device.sizeBytes());
    this.fd = fd;
    this.reader = threads.newThread(this::run);
    reader.setName("requests of " + device.name());
  }

  /** Mounts at {@code mountPoint}, an empty folder. */
  public static FuseDisk mount(Path mountPoint, MediaDevice device, ThreadFactory threads)
      throws IOException {
    try {
      int fd = LibC.open("/dev/fuse", LibC.O_RDWR | LibC.O_CLOEXEC);
      String options = "fd=" + fd + ",rootmode=40000,user_id=0,group_id=0";
      try {
        LibC.mount(
            "tieredmedia", mountPoint.toString(), "fuse", LibC.MS_NOSUID | LibC.MS_NODEV, options);
      } catch (LastErrorException e) {
        LibC.close(fd);
        throw e;
      }
      FuseDisk disk = new FuseDisk(mountPoint, device, fd, threads);
      disk.reader.start();
      return disk;
    } catch (LastErrorException e) {
      throw new IOException(
          "cannot mount a medium at " + mountPoint + " by /dev/fuse: " + e.getMessage(), e);
    }
  }

  /** The only file of the file system mounted at {@code mountPoint}. */
  public static Path fileAt(Path mountPoint) {
    return mountPoint.resolve(FuseTree.FILE_NAME);
  }

  private void run() {
    try {
      while (true) {
        FuseBuffer buffer = pool.take();
        int error = receive(buffer);
        if (error == LibC.ENODEV) {
          return;
        }
        if (error == 0) {
          handle(buffer);
        } else if (error == LibC.EINTR || error == LibC.EAGAIN || error == LibC.ENOENT) {
          pool.giveBack(buffer);
        } else {
          throw new IllegalStateException("reading from /dev/fuse failed with error " + error);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private int receive(FuseBuffer buffer) {
    try {
      buffer.receive(fd);
      return 0;
    } catch (LastErrorException e) {
      return e.getErrorCode();
    }
  }

  private void handle(FuseBuffer buffer) {
    int opcode = buffer.bytes().getInt(4);
    switch (opcode) {
      case FuseOpcode.READ ->
          device.submit(FuseIo.ofRange(fd, buffer, pool, IoKind.READ, device.sizeBytes()));
      case FuseOpcode.WRITE ->
          device.submit(FuseIo.ofRange(fd, buffer, pool, IoKind.WRITE, device.sizeBytes()));
      case FuseOpcode.FSYNC -> device.submit(FuseIo.ofFlush(fd, buffer, pool));
      // The kernel expects no reply to these.
      case FuseOpcode.FORGET, FuseOpcode.BATCH_FORGET, FuseOpcode.INTERRUPT ->
          pool.giveBack(buffer);
      default -> answer(opcode, buffer);
    }
  }

  private void answer(int opcode, FuseBuffer buffer) {
    ByteBuffer bytes = buffer.bytes();
    long unique = bytes.getLong(8);
    int answer = tree.answer(opcode, bytes);
    try {
      buffer.send(fd, unique, Math.max(0, -answer), Math.max(0, answer));
    } catch (LastErrorException nobodyWaits) {
      // The request was aborted, or the file system is gone.
    } finally {
      pool.giveBack(buffer);
    }
  }

  /** Unmounts it even if it is in use; open requests fail. The device must have been closed. */
  @Override
  public void close() throws IOException {
    try {
      LibC.umount2(mountPoint.toString(), LibC.MNT_FORCE | LibC.MNT_DETACH);
    } catch (LastErrorException e) {
      if (e.getErrorCode() != LibC.EINVAL && e.getErrorCode() != LibC.ENOENT) {
        throw new IOException("cannot unmount " + mountPoint + ": " + e.getMessage(), e);
      }
    }
    ThreadEnd.await(reader);
    LibC.close(fd);
  }
}
