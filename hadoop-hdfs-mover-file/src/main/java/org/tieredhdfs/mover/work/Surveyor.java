package org.tieredhdfs.mover.work;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsLocatedFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.mover.api.BlockFailure;
import org.tieredhdfs.mover.api.FileRef;
import org.tieredhdfs.mover.api.Reason;
import org.tieredhdfs.mover.namenode.ClusterSnapshot;
import org.tieredhdfs.mover.plan.BlockPlan;
import org.tieredhdfs.mover.plan.BlockPlanner;
import org.tieredhdfs.mover.plan.PlannedMove;
import org.tieredhdfs.mover.plan.ReplicaModel;
import org.tieredhdfs.mover.plan.Shortfall;
import org.tieredhdfs.mover.survey.FileSurvey;
import org.tieredhdfs.mover.survey.SurveyedMove;

/** Plans the moves of files as the mover would, without moving anything. Used by one thread. */
public final class Surveyor {
  private final MoverCore core;
  private final @Nullable PolicyPlan planned;

  /**
   * @param policy the policy to plan for, as if it were set on the paths; null for the policies
   *     that files have
   */
  public Surveyor(MoverCore core, @Nullable BlockStoragePolicy policy, List<String> paths) {
    this.core = core;
    this.planned = policy == null ? null : new PolicyPlan(core.namenode(), policy, paths);
  }

  /**
   * The survey of a file.
   *
   * @param listed the file as a listing has it; null if it is to be asked for
   * @return null if the file is there no more
   */
  public @Nullable FileSurvey survey(FileRef file, @Nullable ListedFile listed) throws IOException {
    HdfsLocatedFileStatus status = listed == null ? core.namenode().look(file) : listed.status();
    if (status == null || status.isDirectory()) {
      return null;
    }
    byte policyId = planned == null ? status.getStoragePolicy() : planned.of(file.path(), status);
    BlockStoragePolicy policy = core.policies().policy(policyId);
    Findings findings = new Findings();
    KeptReplicas kept = new KeptReplicas(core.namenode(), file);
    LocatedBlocks located = status.getLocatedBlocks();
    List<LocatedBlock> blocks = located == null ? List.of() : located.getLocatedBlocks();
    boolean isUsed = policy != null && FilePolicy.isUsedFor(status, policy);
    if (policy == null) {
      findings.failed("all blocks", Reason.UNKNOWN_POLICY, "id " + policyId);
    } else if (!isUsed) {
      findings.failed("all blocks", Reason.POLICY_NOT_FOR_ERASURE_CODING, policy.getName());
    }
    for (int i = 0; i < blocks.size(); i++) {
      LocatedBlock block = blocks.get(i);
      for (StorageType type : block.getStorageTypes()) {
        findings.bytesByType.merge(
            type, block.getBlockSize() / dataUnits(status, block), Long::sum);
      }
      if (policy != null && isUsed) {
        boolean isBeingWritten =
            located != null && i == blocks.size() - 1 && !located.isLastBlockComplete();
        if (isBeingWritten) {
          findings.failed(block.getBlock().getBlockName(), Reason.BEING_WRITTEN, "");
        } else {
          FilePolicy filePolicy = FilePolicy.of(status, policy, core.settings());
          plan(block, filePolicy.withReplication(kept.of(block, status)), findings);
        }
      }
    }
    return new FileSurvey(
        file.path(),
        policy == null ? "unknown" : policy.getName(),
        findings.bytesByType,
        findings.outOfPlaceBytes,
        findings.moves,
        findings.failures);
  }

  private static int dataUnits(HdfsLocatedFileStatus file, LocatedBlock block) {
    return block.isStriped() && file.getErasureCodingPolicy() != null
        ? file.getErasureCodingPolicy().getNumDataUnits()
        : 1;
  }

  private void plan(LocatedBlock block, FilePolicy policy, Findings findings) {
    String name = block.getBlock().getBlockName();
    if (block.isCorrupt() || block.getLocations().length == 0) {
      findings.failed(name, block.isCorrupt() ? Reason.CORRUPT : Reason.MISSING, "");
      return;
    }
    ClusterSnapshot cluster = core.cluster().current();
    BlockView view = new BlockView(block, policy, cluster, Set.of());
    if (view.superfluous() > 0) {
      findings.failed(name, Reason.SUPERFLUOUS_REPLICAS, "");
      return;
    }
    BlockPlan plan = BlockPlanner.plan(view.model(), new LiveTargets(core, cluster, Set.of()));
    for (PlannedMove move : plan.moves()) {
      if (cluster.canLeave(move)) {
        findings.moves.add(surveyed(view, move, cluster));
      } else {
        findings.failed(name, Reason.UPGRADING, "");
      }
    }
    for (Shortfall shortfall : plan.shortfalls()) {
      findings.failed(name, Reason.of(shortfall), "");
    }
    long largest =
        view.model().replicas().stream().mapToLong(ReplicaModel::sizeBytes).max().orElse(0);
    findings.outOfPlaceBytes += plan.outOfPlace() * largest;
  }

  private static SurveyedMove surveyed(BlockView view, PlannedMove move, ClusterSnapshot cluster) {
    DatanodeInfo target = cluster.info(move.target().id());
    return new SurveyedMove(
        view.block(move.replica()).getBlockName(),
        view.node(move.replica()).getXferAddr(),
        move.sourceType(),
        target == null ? move.target().id() : target.getXferAddr(),
        move.targetType(),
        move.sizeBytes());
  }

  /** What is found while a file is looked through. */
  private static final class Findings {
    final Map<StorageType, Long> bytesByType = new EnumMap<>(StorageType.class);
    final List<SurveyedMove> moves = new ArrayList<>();
    final List<BlockFailure> failures = new ArrayList<>();
    long outOfPlaceBytes;

    void failed(String block, Reason reason, String detail) {
      failures.add(new BlockFailure(block, reason, detail));
    }
  }
}
