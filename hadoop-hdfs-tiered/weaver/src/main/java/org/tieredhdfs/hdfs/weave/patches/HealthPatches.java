package org.tieredhdfs.hdfs.weave.patches;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.util.Collection;
import java.util.List;
import net.bytebuddy.asm.Advice;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.StorageReportProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsServerProtos.NNHAStatusHeartbeatProto;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeManager;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeStorageInfo;
import org.apache.hadoop.hdfs.server.blockmanagement.HealthyReplicas;
import org.apache.hadoop.hdfs.server.blockmanagement.NumberReplicas;
import org.apache.hadoop.hdfs.server.blockmanagement.NumberReplicas.StoredReplicaState;
import org.apache.hadoop.hdfs.server.blockmanagement.ReplacedVolumes;
import org.apache.hadoop.hdfs.server.namenode.Namesystem;
import org.apache.hadoop.hdfs.server.protocol.NNHAStatusHeartbeat;
import org.apache.hadoop.hdfs.server.protocol.StorageReport;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.health.Exclusions;
import org.tieredhdfs.hdfs.health.HeartbeatAnswerBridge;
import org.tieredhdfs.hdfs.health.LocatedOrder;
import org.tieredhdfs.hdfs.health.StorageReportBridge;
import org.tieredhdfs.hdfs.health.TargetChoice;
import org.tieredhdfs.hdfs.health.VolumeHealth;

/** Patches of what a NameNode makes of volumes that hang or are slow. */
@SuppressWarnings("UnusedVariable") // inlined: assignments set arguments, fields, results
final class HealthPatches {
  static final List<Patch> ALL =
      List.of(
          Patch.at("STORAGE_REPORT_TO_PROTO", "hdfs.protocolPB.PBHelperClient")
              .member("convert(StorageReport)")
              .purpose("sends the state of a volume with its room")
              .reason("the message has no field for it")
              .method("convert", StorageReport.class)
              .inlines(StorageReportToProtoAdvice.class, StorageReportBridge.class),
          Patch.at("STORAGE_REPORT_FROM_PROTO", "hdfs.protocolPB.PBHelperClient")
              .member("convert(StorageReportProto)")
              .purpose("reads the state of a volume with its room")
              .reason("stock code ignores its field")
              .method("convert", StorageReportProto.class)
              .inlines(StorageReportFromProtoAdvice.class, StorageReportBridge.class),
          Patch.at("HEARTBEAT_ANSWER_TO_PROTO", "hdfs.protocolPB.PBHelper")
              .member("convert(NNHAStatusHeartbeat)")
              .purpose("tells a DataNode how many others answer")
              .reason("the message has no field for it")
              .method("convert", NNHAStatusHeartbeat.class)
              .inlines(HeartbeatAnswerToProtoAdvice.class, HeartbeatAnswerBridge.class),
          Patch.at("HEARTBEAT_ANSWER_FROM_PROTO", "hdfs.protocolPB.PBHelper")
              .member("convert(NNHAStatusHeartbeatProto)")
              .purpose("reads how many other DataNodes answer")
              .reason("stock code ignores its field")
              .method("convert", NNHAStatusHeartbeatProto.class)
              .inlines(HeartbeatAnswerFromProtoAdvice.class, HeartbeatAnswerBridge.class),
          Patch.at("VOLUME_REPORTS", "hdfs.server.blockmanagement.BlockManager")
              .member(
                  "updateHeartbeat(DatanodeDescriptor, StorageReport[], long, long, int,"
                      + " int, VolumeFailureSummary)")
              .purpose("receives the states of volumes from heartbeats")
              .reason("a NameNode has no listener for them")
              .method(named("updateHeartbeat"))
              .inlines(VolumeReportsAdvice.class, VolumeHealth.class),
          Patch.at("LOCATED_ORDER", "hdfs.server.blockmanagement.DatanodeManager")
              .member("sortLocatedBlocks(String, List)")
              .purpose("lists replicas on hung or slow volumes last")
              .reason("Hadoop sorts by whole DataNodes")
              .method(named("sortLocatedBlocks"))
              .inlines(LocatedOrderAdvice.class, LocatedOrder.class),
          Patch.at("COPY_SOURCE", "hdfs.server.blockmanagement.BlockManager")
              .member(
                  "chooseSourceDatanodes(BlockInfo, List, List, NumberReplicas, List,"
                      + " List, List, int)")
              .purpose("copies from a hung or slow volume only as a last resort")
              .reason("nothing is pluggable where sources are chosen")
              .method(named("chooseSourceDatanodes"))
              .inlines(CopySourceAdvice.class, HealthyReplicas.class),
          Patch.at("TARGET_VOLUME", "hdfs.server.blockmanagement.DatanodeDescriptor")
              .member("chooseStorage4Block(StorageType, long, int)")
              .purpose("puts no new replicas on hung or slow volumes")
              .reason("all placement policies ask here for a volume")
              .method(named("chooseStorage4Block"))
              .inlines(TargetVolumeAdvice.class, HealthyReplicas.class),
          Patch.at("TARGET_CHOICE", "hdfs.server.blockmanagement.BlockPlacementPolicyDefault")
              .member(
                  "chooseTarget(int, Node, Set, long, int, List, boolean,"
                      + " BlockStoragePolicy, EnumSet, boolean, EnumMap)")
              .purpose("puts replicas on hung or slow volumes where there are too few others")
              .reason("private; Hadoop's second try is for DataNodes it has not heard of lately")
              .method(named("chooseTarget").and(takesArguments(11)))
              .inlines(TargetChoiceAdvice.class, TargetChoice.class),
          Patch.at("REPLICA_STATE", "hdfs.server.blockmanagement.BlockManager")
              .member(
                  "checkReplicaOnStorage(NumberReplicas, BlockInfo, DatanodeStorageInfo,"
                      + " Collection, boolean)")
              .purpose("counts replicas on volumes avoided for long as being decommissioned")
              .reason("Hadoop decommissions whole DataNodes")
              .method(named("checkReplicaOnStorage"))
              .inlines(ReplicaStateAdvice.class, HealthyReplicas.class),
          Patch.at("SURPLUS_REPLICAS", "hdfs.server.blockmanagement.BlockManager")
              .member(
                  "chooseExcessRedundancies(Collection, BlockInfo, short,"
                      + " DatanodeDescriptor, DatanodeDescriptor)")
              .purpose("chooses surplus replicas among those that count")
              .reason("the placement policy is called later, with a fixed number")
              .method(named("chooseExcessRedundancies"))
              .inlines(SurplusReplicasAdvice.class, Exclusions.class),
          Patch.at("REPLACED_VOLUMES", "hdfs.server.blockmanagement.BlockManager")
              .member("computeDatanodeWork()")
              .purpose("looks at a volume's blocks when replicas stop or start to count")
              .reason("the active NameNode plans its work here")
              .method(named("computeDatanodeWork"))
              .inlines(ReplacedVolumesAdvice.class, ReplacedVolumes.class));

  private HealthPatches() {}

  static final class StorageReportToProtoAdvice {
    @Advice.OnMethodExit
    static void exit(
        @Advice.Argument(0) StorageReport report,
        @Advice.Return(readOnly = false) StorageReportProto result) {
      result = StorageReportBridge.tell(report, result);
    }
  }

  static final class StorageReportFromProtoAdvice {
    @Advice.OnMethodExit
    static void exit(
        @Advice.Argument(0) StorageReportProto message,
        @Advice.Return(readOnly = false) StorageReport result) {
      result = StorageReportBridge.hear(message, result);
    }
  }

  static final class HeartbeatAnswerToProtoAdvice {
    @Advice.OnMethodExit
    static void exit(@Advice.Return(readOnly = false) @Nullable NNHAStatusHeartbeatProto result) {
      result = HeartbeatAnswerBridge.tell(result);
    }
  }

  static final class HeartbeatAnswerFromProtoAdvice {
    @Advice.OnMethodExit
    static void exit(@Advice.Argument(0) NNHAStatusHeartbeatProto message) {
      HeartbeatAnswerBridge.hear(message);
    }
  }

  static final class VolumeReportsAdvice {
    @Advice.OnMethodExit
    static void exit(
        @Advice.This BlockManager blocks,
        @Advice.Argument(0) DatanodeDescriptor node,
        @Advice.Argument(1) StorageReport[] reports) {
      VolumeHealth.heard(blocks, node, reports);
    }
  }

  static final class LocatedOrderAdvice {
    @Advice.OnMethodExit
    static void exit(
        @Advice.This DatanodeManager nodes, @Advice.Argument(1) List<LocatedBlock> blocks) {
      LocatedOrder.avoidedLast(nodes, blocks);
    }
  }

  static final class CopySourceAdvice {
    @Advice.OnMethodExit
    static void exit(
        @Advice.This BlockManager blocks,
        @Advice.Argument(0) BlockInfo block,
        @Advice.Argument(7) int priority,
        @Advice.Return(readOnly = false) DatanodeDescriptor[] result) {
      result = HealthyReplicas.source(blocks, block, result, priority);
    }
  }

  static final class TargetVolumeAdvice {
    @Advice.OnMethodExit
    static void exit(
        @Advice.This DatanodeDescriptor node,
        @Advice.Argument(0) StorageType type,
        @Advice.Argument(1) long blockBytes,
        @Advice.Argument(2) int blocks,
        @Advice.Return(readOnly = false) @Nullable DatanodeStorageInfo result) {
      result = HealthyReplicas.target(node, type, blockBytes, blocks, result);
    }
  }

  static final class TargetChoiceAdvice {
    @Advice.OnMethodEnter
    static int enter(@Advice.Argument(value = 6, readOnly = false) boolean avoidsStaleNodes) {
      int before = TargetChoice.begin();
      if (TargetChoice.isCautious()) {
        avoidsStaleNodes = true;
      }
      return before;
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class)
    static void exit(@Advice.Enter int before) {
      TargetChoice.end(before);
    }
  }

  static final class ReplicaStateAdvice {
    @Advice.OnMethodExit
    static void exit(
        @Advice.Argument(0) NumberReplicas counters,
        @Advice.Argument(1) BlockInfo block,
        @Advice.Argument(2) DatanodeStorageInfo storage,
        @Advice.Argument(4) boolean inStartupSafeMode,
        @Advice.Return(readOnly = false) @Nullable StoredReplicaState result) {
      result = HealthyReplicas.state(result, counters, block, storage, inStartupSafeMode);
    }
  }

  static final class SurplusReplicasAdvice {
    @Advice.OnMethodEnter
    static void enter(
        @Advice.Argument(0) Collection<DatanodeStorageInfo> replicas,
        @Advice.Argument(1) BlockInfo block) {
      if (!block.isStriped()) {
        Exclusions.keepCounted(replicas);
      }
    }
  }

  static final class ReplacedVolumesAdvice {
    @Advice.OnMethodEnter
    static void enter(
        @Advice.This BlockManager blocks, @Advice.FieldValue("namesystem") Namesystem namesystem) {
      ReplacedVolumes.work(blocks, namesystem);
    }
  }
}
