package org.tieredhdfs.media.fuse;

import com.sun.jna.LastErrorException;
import com.sun.jna.Native;
import com.sun.jna.Pointer;

/** The calls of the C library that Java has no other way to. 64-bit Linux only. */
final class LibC {
  static final int O_RDWR = 2;
  static final int O_CLOEXEC = 0x80000;
  static final long MS_NOSUID = 2;
  static final long MS_NODEV = 4;
  static final int MNT_FORCE = 1;
  static final int MNT_DETACH = 2;
  static final int MCL_CURRENT = 1;
  static final int MCL_FUTURE = 2;
  static final int PR_SET_TIMERSLACK = 29;
  static final int PR_SET_IO_FLUSHER = 57;

  static final int ENOENT = 2;
  static final int EINTR = 4;
  static final int EAGAIN = 11;
  static final int ENODEV = 19;
  static final int EINVAL = 22;
  static final int ENOSYS = 38;

  static {
    Native.register("c");
  }

  private LibC() {}

  static native int open(String path, int flags) throws LastErrorException;

  static native int close(int fd) throws LastErrorException;

  static native long read(int fd, Pointer buffer, long bytes) throws LastErrorException;

  static native long write(int fd, Pointer buffer, long bytes) throws LastErrorException;

  static native int mount(String source, String target, String type, long flags, String options)
      throws LastErrorException;

  static native int umount2(String target, int flags) throws LastErrorException;

  static native int mlockall(int flags) throws LastErrorException;

  static native int prctl(int option, long arg2, long arg3, long arg4, long arg5)
      throws LastErrorException;
}
