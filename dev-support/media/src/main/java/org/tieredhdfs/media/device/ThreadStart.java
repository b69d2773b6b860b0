package org.tieredhdfs.media.device;

/** Makes the threads of devices, which need timers that are more exact than others'. */
@FunctionalInterface
public interface ThreadStart {
  /** A thread that is not started yet and keeps nobody from ending the process. */
  Thread newThread(String name, Runnable work);

  /** Threads as they come. */
  static ThreadStart plain() {
    return (name, work) -> {
      Thread thread = new Thread(work, name);
      thread.setDaemon(true);
      return thread;
    };
  }
}
