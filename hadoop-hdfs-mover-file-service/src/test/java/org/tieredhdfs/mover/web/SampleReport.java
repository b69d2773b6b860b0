package org.tieredhdfs.mover.web;

import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.StorageType;
import org.tieredhdfs.mover.api.FileOutcome;
import org.tieredhdfs.mover.api.Reason;
import org.tieredhdfs.mover.namenode.ClusterSnapshot.Medium;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.CountProto;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.RequestStatusProto;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.RequestStatusProto.State;
import org.tieredhdfs.mover.status.ServiceReport;
import org.tieredhdfs.mover.status.Surroundings;
import org.tieredhdfs.mover.transfer.TransferLimits;

/** A report in which users have chosen names to harm who looks at it. */
final class SampleReport {
  static final String HOSTILE =
      "/user/eve/</td><script>document.title='taken'</script><img src=x"
          + " onerror=\"document.title='taken'\">'&amp;\u202egpj\u0000\n";

  private SampleReport() {}

  static ServiceReport report() {
    long nowMs = System.currentTimeMillis();
    RequestStatusProto hostile =
        RequestStatusProto.newBuilder()
            .setId(17)
            .setState(State.RUNNING)
            .setUser("eve<b>")
            .setOrigin("USER")
            .setPath(HOSTILE)
            .setPaths(3)
            .setAcceptedMs(nowMs - 3_700_000)
            .setStage("MOVING")
            .setFilesWaiting(5)
            .setFilesFound(12_000)
            .setReplicasMoved(1_234)
            .setBytesMoved(5L << 30)
            .build();
    RequestStatusProto rename =
        hostile.toBuilder()
            .setId(18)
            .setUser("")
            .setOrigin("POLICY_CHANGE")
            .setPath("/hbase/archive/data/default/t1")
            .setPaths(1)
            .build();
    return new ServiceReport(
        "hdfs://cluster",
        nowMs - 86_400_000,
        1_000,
        990,
        400,
        10,
        3_700_000,
        42,
        Map.of(FileOutcome.MOVED, 5_000L, FileOutcome.INCOMPLETE, 3L),
        Map.of(Reason.NO_SPACE, 7L),
        2,
        15_000,
        123L << 30,
        80L << 20,
        new TransferLimits(64, 8, 4, 0, 50 << 20),
        List.of(hostile, rename),
        List.of(
            hostile.toBuilder()
                .setId(12)
                .setState(State.ENDED)
                .setEndedMs(nowMs)
                .addFilesByOutcome(
                    CountProto.newBuilder().setName("INCOMPLETE").setCount(2).build())
                .addFailures(HOSTILE + ": no room")
                .build()),
        List.of(new ServiceReport.Failure(nowMs, HOSTILE + ": no room")),
        new Surroundings(
            "mover1.example",
            List.of("archive: what is renamed to /hbase/archive loses the policy of its own"),
            Map.of(StorageType.SSD, new Medium(3, 6, 6L << 40, 3L << 39))));
  }
}
