package org.tieredhdfs.hdfs.weave.patches;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.util.List;
import java.util.Map;
import net.bytebuddy.asm.Advice;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.QuotaUsage;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.BlockStoragePolicyProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.LocatedBlockProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.StorageTypeProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.StorageTypeQuotaInfosProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.StorageTypesProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsServerProtos.BlockWithLocationsProto;
import org.apache.hadoop.hdfs.server.protocol.BlocksWithLocations.BlockWithLocations;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.peers.ShownJson;
import org.tieredhdfs.hdfs.peers.ShownMessages;
import org.tieredhdfs.hdfs.peers.ShownReplicas;
import org.tieredhdfs.hdfs.types.StorageTypeBridge;

/** Patches of messages that name storage types: peers without the overlay get aliases. */
@SuppressWarnings("UnusedVariable") // inlined: assignments set arguments, fields, results
final class WirePatches {
  static final List<Patch> ALL =
      List.of(
          Patch.at("CONVERT_TO_PROTO", "hdfs.protocolPB.PBHelperClient")
              .member("convertStorageType(StorageType)")
              .purpose("sends custom types over RPC")
              .reason("a switch over the stock types")
              .method("convertStorageType", StorageType.class)
              .answers(ConvertToProtoAdvice.class, StorageTypeBridge.class),
          Patch.at("CONVERT_FROM_PROTO", "hdfs.protocolPB.PBHelperClient")
              .member("convertStorageType(StorageTypeProto)")
              .purpose("receives custom types over RPC")
              .reason("a switch over the stock numbers")
              .method("convertStorageType", StorageTypeProto.class)
              .answers(ConvertFromProtoAdvice.class, StorageTypeBridge.class),
          Patch.at("LOCATED_BLOCK_TO_PROTO", "hdfs.protocolPB.PBHelperClient")
              .member("convertLocatedBlock(LocatedBlock)")
              .purpose("sends aliases, with the true types beside them")
              .reason("a stock client fails on an unknown number")
              .method("convertLocatedBlock", LocatedBlock.class)
              .inlines(LocatedBlockToProtoAdvice.class, ShownMessages.class),
          Patch.at("LOCATED_BLOCK_FROM_PROTO", "hdfs.protocolPB.PBHelperClient")
              .member("convertLocatedBlockProto(LocatedBlockProto)")
              .purpose("reads the true types of located blocks")
              .reason("stock code ignores their field")
              .method("convertLocatedBlockProto", LocatedBlockProto.class)
              .inlines(LocatedBlockFromProtoAdvice.class, ShownMessages.class),
          Patch.at("POLICY_TO_PROTO", "hdfs.protocolPB.PBHelperClient")
              .member("convert(StorageType[])")
              .purpose("sends a policy's aliases, with the true types beside them")
              .reason("a stock client gets no types, and Hadoop's Mover fails")
              .method("convert", StorageType[].class)
              .inlines(PolicyToProtoAdvice.class, ShownMessages.class),
          Patch.at("POLICY_FROM_PROTO", "hdfs.protocolPB.PBHelperClient")
              .member("convert(BlockStoragePolicyProto)")
              .purpose("reads the true types of a policy")
              .reason("stock code ignores their field")
              .method("convert", BlockStoragePolicyProto.class)
              .inlines(PolicyFromProtoAdvice.class, ShownMessages.class),
          Patch.at("QUOTA_USAGE_TO_PROTO", "hdfs.protocolPB.PBHelperClient")
              .member("getBuilder(QuotaUsage)")
              .purpose("sends quotas of custom types in a field of their own")
              .reason("a stock client reads an unknown type as DISK")
              .method("getBuilder", QuotaUsage.class)
              .inlines(QuotaUsageToProtoAdvice.class, ShownMessages.class),
          Patch.at("QUOTA_USAGE_FROM_PROTO", "hdfs.protocolPB.PBHelperClient")
              .member("addStorageTypes(StorageTypeQuotaInfosProto, QuotaUsage.Builder)")
              .purpose("reads quotas of custom types")
              .reason("stock code ignores their field")
              .method("addStorageTypes", StorageTypeQuotaInfosProto.class, QuotaUsage.Builder.class)
              .inlines(QuotaUsageFromProtoAdvice.class, ShownMessages.class),
          Patch.at("BALANCER_BLOCK_TO_PROTO", "hdfs.protocolPB.PBHelper")
              .member("convert(BlockWithLocations)")
              .purpose("sends aliases, with the true types beside them")
              .reason("Hadoop's Balancer fails on an unknown number")
              .method("convert", BlockWithLocations.class)
              .inlines(BalancerBlockToProtoAdvice.class, ShownReplicas.class),
          Patch.at("BALANCER_BLOCK_FROM_PROTO", "hdfs.protocolPB.PBHelper")
              .member("convert(BlockWithLocationsProto)")
              .purpose("reads the true types of listed replicas")
              .reason("stock code ignores their field")
              .method("convert", BlockWithLocationsProto.class)
              .inlines(BalancerBlockFromProtoAdvice.class, ShownReplicas.class),
          Patch.at("WEBHDFS_TO_JSON", "hdfs.web.JsonUtil")
              .member(
                  "toJsonMap(LocatedBlock), toJsonMap(BlockLocation),"
                      + " toJsonMap(BlockStoragePolicy)")
              .purpose("sends aliases, and the true types under separate names")
              .reason("a stock WebHDFS client fails on an unknown name")
              .methods(
                  3,
                  named("toJsonMap")
                      .and(
                          takesArguments(LocatedBlock.class)
                              .or(takesArguments(BlockLocation.class))
                              .or(takesArguments(BlockStoragePolicy.class))))
              .inlines(WebhdfsToJsonAdvice.class, ShownJson.class),
          Patch.at("WEBHDFS_FROM_JSON", "hdfs.web.JsonUtilClient")
              .member("toLocatedBlock(Map), toBlockLocation(Map), toBlockStoragePolicy(Map)")
              .purpose("reads the true types from WebHDFS JSON")
              .reason("stock code ignores their names")
              .methods(
                  3,
                  named("toLocatedBlock")
                      .or(named("toBlockLocation"))
                      .or(named("toBlockStoragePolicy"))
                      .and(takesArguments(Map.class)))
              .inlines(WebhdfsFromJsonAdvice.class, ShownJson.class));

  private WirePatches() {}

  static final class ConvertToProtoAdvice {
    @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
    static @Nullable StorageTypeProto enter(@Advice.Argument(0) StorageType type) {
      return StorageTypeBridge.toProto(type);
    }
  }

  static final class ConvertFromProtoAdvice {
    @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
    static @Nullable StorageType enter(@Advice.Argument(0) StorageTypeProto proto) {
      return StorageTypeBridge.fromProto(proto);
    }
  }

  static final class LocatedBlockToProtoAdvice {
    @Advice.OnMethodExit
    static void exit(@Advice.Return(readOnly = false) @Nullable LocatedBlockProto result) {
      result = ShownMessages.show(result);
    }
  }

  static final class LocatedBlockFromProtoAdvice {
    @Advice.OnMethodEnter
    static void enter(
        @Advice.Argument(value = 0, readOnly = false) @Nullable LocatedBlockProto message) {
      message = ShownMessages.restore(message);
    }
  }

  static final class PolicyToProtoAdvice {
    @Advice.OnMethodExit
    static void exit(@Advice.Return(readOnly = false) @Nullable StorageTypesProto result) {
      result = ShownMessages.show(result);
    }
  }

  static final class PolicyFromProtoAdvice {
    @Advice.OnMethodEnter
    static void enter(
        @Advice.Argument(value = 0, readOnly = false) BlockStoragePolicyProto message) {
      message = ShownMessages.restore(message);
    }
  }

  static final class QuotaUsageToProtoAdvice {
    @Advice.OnMethodExit
    static void exit(@Advice.Return(readOnly = false) StorageTypeQuotaInfosProto.Builder result) {
      result = ShownMessages.show(result);
    }
  }

  static final class QuotaUsageFromProtoAdvice {
    @Advice.OnMethodEnter
    static void enter(
        @Advice.Argument(value = 0, readOnly = false) StorageTypeQuotaInfosProto message) {
      message = ShownMessages.restore(message);
    }
  }

  static final class BalancerBlockToProtoAdvice {
    @Advice.OnMethodExit
    static void exit(@Advice.Return(readOnly = false) BlockWithLocationsProto result) {
      result = ShownReplicas.show(result);
    }
  }

  static final class BalancerBlockFromProtoAdvice {
    @Advice.OnMethodEnter
    static void enter(
        @Advice.Argument(value = 0, readOnly = false) BlockWithLocationsProto message) {
      message = ShownReplicas.restore(message);
    }
  }

  static final class WebhdfsToJsonAdvice {
    @Advice.OnMethodExit
    static void exit(@Advice.Return @Nullable Object json) {
      ShownJson.show(json);
    }
  }

  static final class WebhdfsFromJsonAdvice {
    @Advice.OnMethodEnter
    static void enter(@Advice.Argument(value = 0, readOnly = false) @Nullable Map<?, ?> json) {
      json = ShownJson.restore(json);
    }
  }
}
