package org.tieredhdfs.media.device;

import java.nio.ByteBuffer;
import org.tieredhdfs.media.model.IoRequest;

/** A request to a device, with its bytes and its waiter. */
public interface DeviceIo extends IoRequest {
  /** Success, for {@link #reply}. */
  int DONE = 0;

  /** The error of a device that cannot: EIO. */
  int FAILED = 5;

  /**
   * What a write writes, or where a read's bytes go: {@link #lengthBytes} from its position on.
   * Each call gives a view of its own.
   */
  ByteBuffer data();

  /**
   * Tells who waits that it is done; called once, by any thread.
   *
   * @param errno {@link #DONE}, or a number of the kernel's {@code errno.h}
   */
  void reply(int errno);
}
