package org.tieredhdfs.hdfs.weave.patches;

import static net.bytebuddy.matcher.ElementMatchers.isConstructor;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.namedOneOf;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;
import static net.bytebuddy.matcher.ElementMatchers.takesNoArguments;

import java.util.Collection;
import java.util.List;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import org.apache.hadoop.conf.ReconfigurationException;
import org.apache.hadoop.hdfs.server.datanode.CachingStrategy;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.Replica;
import org.apache.hadoop.hdfs.server.datanode.TypeProfile;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.profile.DatanodeProfiles;
import org.tieredhdfs.hdfs.profile.ExecutionProfile;

/** Patches that make a DataNode work with volumes as their execution profiles say. */
@SuppressWarnings("UnusedVariable") // inlined: assignments set arguments, fields, results
final class ProfilePatches {
  static final List<Patch> ALL =
      List.of(
          Patch.at("RECEIVER_PROFILE", "hdfs.server.datanode.BlockReceiver")
              .member(
                  "<init>(ExtendedBlock, StorageType, DataInputStream, String, String,"
                      + " BlockConstructionStage, long, long, long, String, DatanodeInfo,"
                      + " DataNode, DataChecksum, CachingStrategy, boolean, boolean, String)")
              .purpose("applies the profile of a storage type to writes")
              .reason("Hadoop has one value for all volumes")
              .method(isConstructor().and(takesArguments(17)))
              // where stock looks at the fields
              .reliesOn(named("manageWriterOsCache"))
              .inlines(ReceiverProfileAdvice.class, DatanodeProfiles.class),
          Patch.at("SYNC_ON_CLOSE", "hdfs.server.datanode.BlockReceiver")
              .member(
                  "receiveBlock(DataOutputStream, DataInputStream, DataOutputStream,"
                      + " String, DataTransferThrottler, DatanodeInfo[], boolean)")
              .purpose("syncs completed blocks by the profile of their type")
              .reason("stock code cannot distinguish a close from an hsync")
              .method(named("receiveBlock").and(takesArguments(7)))
              .reliesOn(named("close"))
              .changes(
                  TypeProfile.class,
                  () ->
                      new AskedInsteadChange(
                          "org/apache/hadoop/hdfs/server/datanode/DNConf",
                          "syncOnClose",
                          TypeProfile.class,
                          "syncsOnClose")),
          Patch.at("SENDER_PROFILE", "hdfs.server.datanode.BlockSender")
              .member(
                  "<init>(ExtendedBlock, long, long, boolean, boolean, boolean, DataNode,"
                      + " String, CachingStrategy)")
              .purpose("applies the profile of a storage type to reads")
              .reason("Hadoop has one value for all volumes")
              .method(isConstructor().and(takesArguments(9)))
              // where stock looks at the fields
              .reliesOn(namedOneOf("manageOsCache", "isLongRead", "doSendBlock"))
              .inlines(SenderProfileAdvice.class, DatanodeProfiles.class),
          Patch.at("RECONFIGURABLE", "hdfs.server.datanode.DataNode")
              .member("getReconfigurableProperties(), listReconfigurableProperties()")
              .purpose("makes profile keys changeable at run time")
              .reason("the list is a constant")
              .methods(
                  2,
                  namedOneOf("getReconfigurableProperties", "listReconfigurableProperties")
                      .and(takesNoArguments()))
              .inlines(ReconfigurableAdvice.class, TypeProfile.class),
          Patch.at("RECONFIGURE", "hdfs.server.datanode.DataNode")
              .member("reconfigurePropertyImpl(String, String)")
              .purpose("applies changed profiles at run time")
              .reason("a DataNode has no subclass, and refuses unknown keys")
              .method(named("reconfigurePropertyImpl").and(takesArguments(2)))
              .inlines(ReconfigureAdvice.class, TypeProfile.class));

  private ProfilePatches() {}

  static final class ReceiverProfileAdvice {
    @Advice.OnMethodExit
    static void exit(
        @Advice.Argument(13) CachingStrategy asked,
        @Advice.FieldValue("datanode") DataNode datanode,
        @Advice.FieldValue("replicaInfo") Replica replica,
        @Advice.FieldValue(value = "dropCacheBehindWrites", readOnly = false) boolean drop,
        @Advice.FieldValue(value = "syncBehindWrites", readOnly = false) boolean sync,
        @Advice.FieldValue(value = "syncBehindWritesInBackground", readOnly = false)
            boolean background,
        @Advice.FieldValue(value = "datanodeSlowLogThresholdMs", readOnly = false) long slowMs) {
      ExecutionProfile profile = DatanodeProfiles.of(datanode, replica);
      if (profile != null) {
        drop = asked.getDropBehind() == null ? profile.dropBehindWrites() : drop;
        sync = profile.syncBehindWrites();
        background = profile.syncBehindWritesInBackground();
        slowMs = profile.slowIoThresholdMs(slowMs);
      }
    }
  }

  static final class SenderProfileAdvice {
    @Advice.OnMethodExit
    static void exit(
        @Advice.Argument(8) CachingStrategy asked,
        @Advice.FieldValue("datanode") DataNode datanode,
        @Advice.FieldValue("replica") Replica replica,
        @Advice.FieldValue(value = "dropCacheBehindLargeReads", readOnly = false) boolean drop,
        @Advice.FieldValue(value = "readaheadLength", readOnly = false) long readaheadBytes,
        @Advice.FieldValue(value = "transferToAllowed", readOnly = false) boolean transferTo) {
      ExecutionProfile profile = DatanodeProfiles.of(datanode, replica);
      if (profile != null) {
        drop = asked.getDropBehind() == null ? profile.dropBehindReads() : drop;
        readaheadBytes = asked.getReadahead() == null ? profile.readaheadBytes() : readaheadBytes;
        transferTo = profile.transferTo();
      }
    }
  }

  static final class ReconfigurableAdvice {
    @Advice.OnMethodExit
    static void exit(
        @Advice.Return(readOnly = false, typing = Assigner.Typing.DYNAMIC)
            Collection<String> keys) {
      keys = TypeProfile.reconfigurable(keys);
    }
  }

  static final class ReconfigureAdvice {
    @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
    static boolean enter(
        @Advice.This DataNode datanode,
        @Advice.Argument(0) String key,
        @Advice.Argument(1) @Nullable String value)
        throws ReconfigurationException {
      return TypeProfile.reconfigure(datanode, key, value);
    }

    @Advice.OnMethodExit
    static void exit(
        @Advice.Enter boolean isOurs,
        @Advice.Argument(1) @Nullable String value,
        @Advice.Return(readOnly = false) @Nullable String effective) {
      if (isOurs) {
        effective = value;
      }
    }
  }
}
