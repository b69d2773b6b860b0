package org.tieredhdfs.bench.write;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.tieredhdfs.bench.write.floor.FloorReceiver;
import org.tieredhdfs.bench.write.floor.FloorSender;
import org.tieredhdfs.bench.write.floor.StoreKind;
import org.tieredhdfs.bench.write.process.Request;
import org.tieredhdfs.bench.write.process.WorkerProcess;
import org.tieredhdfs.linux.ProcessCosts;
import org.tieredhdfs.localcluster.ClusterView;

/**
 * A sender and a receiver that do the least that {@code write-1} takes, each a process of its own:
 * packets of 64 KB, a checksum of each 512 bytes computed, verified and stored, an acknowledgement
 * of each packet. Likewise for {@code hflush-1k}: packets of 1 KB, one at a time, without a thread
 * to hand them to on either side. Used by one thread.
 */
final class FloorRun implements AutoCloseable {
  private static final String HFLUSH = "floor-hflush-1k";

  static final List<String> CASES = List.of("floor-tcp", HFLUSH);

  private static final int HFLUSH_BYTES = 1024;

  /** With another way to store; measured only where they are asked for. */
  static final Map<String, StoreKind> STORES =
      Map.of("floor-overlapped", StoreKind.OVERLAPPED, "floor-direct", StoreKind.DIRECT);

  private final WorkerProcess sender;
  private final WorkerProcess receiver;
  private final Map<String, Request> requests = new LinkedHashMap<>();

  private FloorRun(WorkerProcess sender, WorkerProcess receiver) {
    this.sender = sender;
    this.receiver = receiver;
  }

  /**
   * Starts both processes; they write to the volume of the cluster's first DataNode.
   *
   * @param sizes of one measurement
   * @param sync whether a stream ends when the device has the bytes
   */
  static FloorRun start(WriteCluster cluster, WriteSizes sizes, boolean sync)
      throws IOException, InterruptedException {
    ClusterView view = cluster.view();
    WorkerProcess receiver =
        process(view, FloorReceiver.class, List.of(cluster.volume().toString()));
    FloorRun floor = null;
    try {
      floor = new FloorRun(process(view, FloorSender.class, List.of()), receiver);
      for (String name : names()) {
        boolean isHflush = name.startsWith(HFLUSH);
        Request listen =
            Request.of("listen")
                .with("packetBytes", isHflush ? HFLUSH_BYTES : FloorSender.STREAM_PACKET_BYTES)
                .with("store", STORES.getOrDefault(name, StoreKind.INLINE))
                .with("sync", sync && !isHflush);
        double port = receiver.ask(listen).getOrDefault("port", 0.0);
        Request send = new Request("send", listen.words());
        floor.requests.put(
            name,
            send.with("port", (int) port)
                .with("inFlight", isHflush ? 1 : FloorSender.MAX_IN_FLIGHT)
                .with(
                    "bytes",
                    isHflush ? (long) sizes.smallOps() * HFLUSH_BYTES : sizes.streamBytes()));
      }
      return floor;
    } catch (IOException | InterruptedException | RuntimeException e) {
      if (floor != null) {
        floor.close();
      }
      receiver.close();
      throw e;
    }
  }

  /** All cases. */
  static List<String> names() {
    return Stream.concat(CASES.stream(), STORES.keySet().stream().sorted()).toList();
  }

  private static WorkerProcess process(ClusterView view, Class<?> program, List<String> arguments)
      throws IOException {
    return new WorkerProcess(
        program.getSimpleName(),
        view.foreignTool(
            view.dirs().conf(), ClientProcess.programs(), program.getName(), arguments),
        view.dirs().logs().resolve(program.getSimpleName() + ".out"));
  }

  /** Sends once. */
  Measured measure(String name) throws IOException, InterruptedException {
    Request request = requests.get(name);
    if (request == null) {
      throw new IllegalArgumentException("there is no floor " + name);
    }
    return Measured.of(
        () -> sender.ask(request),
        () -> ProcessCosts.of(sender.pid()),
        () -> ProcessCosts.of(receiver.pid()));
  }

  @Override
  public void close() {
    sender.close();
    receiver.close();
  }
}
