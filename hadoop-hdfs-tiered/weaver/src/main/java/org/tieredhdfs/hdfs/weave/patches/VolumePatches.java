package org.tieredhdfs.hdfs.weave.patches;

import static net.bytebuddy.matcher.ElementMatchers.isConstructor;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArgument;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.net.Peer;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.datatransfer.BlockConstructionStage;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier;
import org.apache.hadoop.hdfs.server.datanode.BlockTransfers;
import org.apache.hadoop.hdfs.server.datanode.CachingStrategy;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.LocalReads;
import org.apache.hadoop.hdfs.server.datanode.TransferAdmission;
import org.apache.hadoop.hdfs.server.datanode.UnsyncedTransfer;
import org.apache.hadoop.hdfs.server.datanode.metrics.OutlierDetector;
import org.apache.hadoop.security.token.Token;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.transfer.SentReads;
import org.tieredhdfs.hdfs.transfer.WriteRequest;
import org.tieredhdfs.hdfs.volumes.SlowVolumeDetector;

/** Patches of how a DataNode treats volumes of different media. */
@SuppressWarnings("UnusedVariable") // inlined: assignments set arguments, fields, results
final class VolumePatches {
  static final List<Patch> ALL =
      List.of(
          Patch.at("SLOW_VOLUMES", "hdfs.server.datanode.metrics.DataNodeDiskMetrics")
              .member("startDiskOutlierDetectionThread()")
              .purpose("compares a volume's speed with its storage type only")
              .reason("the detector gets latencies by path only")
              .method(named("startDiskOutlierDetectionThread").and(takesArguments(0)))
              .inlines(SlowVolumesAdvice.class, SlowVolumeDetector.class),
          Patch.at("WRITE_TRANSFER", "hdfs.server.datanode.DataXceiver")
              .member("writeBlock(ExtendedBlock, StorageType, Token, String, ...)")
              .purpose(
                  "records a writing thread's client, and whether it writes to others;"
                      + " limits new replicas")
              .reason("a block receiver does not know the pipeline, and has files open")
              .method(
                  named("writeBlock")
                      .and(takesArguments(19))
                      .and(takesArgument(1, StorageType.class))
                      .and(takesArgument(3, String.class))
                      .and(takesArgument(4, DatanodeInfo[].class))
                      .and(takesArgument(7, BlockConstructionStage.class))
                      .and(takesArgument(8, int.class))
                      .and(takesArgument(13, CachingStrategy.class))
                      .and(takesArgument(17, String.class)))
              .inlines(WriteTransferAdvice.class, BlockTransfers.class),
          Patch.at("UNSYNCED_TRANSFER", "hdfs.server.datanode.DataNode$DataTransfer")
              .member(
                  "<init>(DataNode, DatanodeInfo[], StorageType[], String[],"
                      + " ExtendedBlock, BlockConstructionStage, String)")
              .purpose("tells a DataNode that joins a pipeline if nobody has synced what it gets")
              .reason("a private class makes the request")
              .method(isConstructor().and(takesArguments(7)))
              // it sends the field to the other DataNode
              .reliesOn(named("run"))
              .inlines(UnsyncedTransferAdvice.class, UnsyncedTransfer.class),
          Patch.at("READ_TRANSFER", "hdfs.server.datanode.DataXceiver")
              .member(
                  "readBlock(ExtendedBlock, Token, String, long, long, boolean, CachingStrategy)")
              .purpose("records a reading thread's client; limits readers")
              .reason("the dataset does not know the client")
              .method(named("readBlock").and(takesArguments(7)).and(takesArgument(2, String.class)))
              .inlines(ReadTransferAdvice.class, BlockTransfers.class),
          Patch.at("SENT_READ", "hdfs.server.datanode.BlockSender")
              .member("doSendBlock(DataOutputStream, OutputStream, DataTransferThrottler)")
              .purpose("tells how much of a block was sent")
              .reason("all else knows only what was asked for, or no block")
              .method(named("doSendBlock").and(takesArguments(3)))
              .inlines(SentReadAdvice.class, SentReads.class),
          Patch.at("LOCAL_READ", "hdfs.server.datanode.DataNode")
              .member("requestShortCircuitFdsForRead(ExtendedBlock, Token, int)")
              .purpose("gives local readers no files of a volume that stalls; tells what they get")
              .reason("a failure would stop short-circuit reads for ten minutes")
              .method(
                  named("requestShortCircuitFdsForRead").and(takesArgument(0, ExtendedBlock.class)))
              // it answers the exception that is thrown here in the way that concerns one block
              .reliesOn("hdfs.server.datanode.DataXceiver", named("requestShortCircuitFds"))
              .inlines(LocalReadAdvice.class, LocalReads.class));

  private VolumePatches() {}

  static final class SlowVolumesAdvice {
    @Advice.OnMethodEnter
    static void enter(
        @Advice.FieldValue("dn") DataNode datanode,
        @Advice.FieldValue(value = "slowDiskDetector", readOnly = false) OutlierDetector detector) {
      detector = SlowVolumeDetector.of(datanode, detector);
    }
  }

  static final class WriteTransferAdvice {
    @Advice.OnMethodEnter
    static void enter(
        @Advice.This(typing = Assigner.Typing.DYNAMIC) Object xceiver,
        @Advice.FieldValue("datanode") DataNode datanode,
        @Advice.FieldValue("peer") Peer peer,
        @Advice.FieldValue("socketOut") OutputStream answers,
        @Advice.Argument(0) ExtendedBlock block,
        @Advice.Argument(1) StorageType asked,
        @Advice.Argument(2) Token<BlockTokenIdentifier> token,
        @Advice.Argument(3) String clientName,
        @Advice.Argument(4) DatanodeInfo[] targets,
        @Advice.Argument(7) BlockConstructionStage stage,
        @Advice.Argument(8) int pipelineSize,
        @Advice.Argument(13) CachingStrategy caching,
        @Advice.Argument(17) @Nullable String storageId)
        throws IOException {
      StorageType type = TransferAdmission.written(datanode, asked, token, storageId);
      WriteRequest request =
          new WriteRequest(stage, targets.length, pipelineSize, block.getNumBytes(), caching);
      BlockTransfers.beginWrite(xceiver, datanode, peer, answers, block, type, clientName, request);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class)
    static void exit() {
      BlockTransfers.end();
    }
  }

  static final class UnsyncedTransferAdvice {
    @Advice.OnMethodExit
    static void exit(
        @Advice.Argument(0) DataNode datanode,
        @Advice.FieldValue("b") ExtendedBlock block,
        @Advice.FieldValue("stage") BlockConstructionStage stage,
        @Advice.FieldValue(value = "cachingStrategy", readOnly = false) CachingStrategy caching) {
      caching = UnsyncedTransfer.caching(datanode, block, stage, caching);
    }
  }

  static final class ReadTransferAdvice {
    @Advice.OnMethodEnter
    static void enter(
        @Advice.FieldValue("datanode") DataNode datanode,
        @Advice.FieldValue("peer") Peer peer,
        @Advice.FieldValue("socketOut") OutputStream answers,
        @Advice.Argument(0) ExtendedBlock block,
        @Advice.Argument(2) String clientName)
        throws IOException {
      BlockTransfers.beginRead(datanode, peer, answers, block, clientName);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class)
    static void exit() {
      BlockTransfers.end();
    }
  }

  static final class SentReadAdvice {
    @Advice.OnMethodExit(onThrowable = Throwable.class)
    static void exit(
        @Advice.FieldValue("datanode") DataNode datanode,
        @Advice.FieldValue("block") ExtendedBlock block,
        @Advice.FieldValue("initialOffset") long from,
        @Advice.FieldValue("offset") long to) {
      SentReads.sent(datanode, block, Math.max(0, to - from));
    }
  }

  static final class LocalReadAdvice {
    @Advice.OnMethodEnter
    static void enter(@Advice.This DataNode datanode, @Advice.Argument(0) ExtendedBlock block)
        throws IOException {
      LocalReads.admit(datanode, block);
    }

    @Advice.OnMethodExit
    static void exit(@Advice.This DataNode datanode, @Advice.Argument(0) ExtendedBlock block) {
      SentReads.sent(datanode, block, -1);
    }
  }
}
