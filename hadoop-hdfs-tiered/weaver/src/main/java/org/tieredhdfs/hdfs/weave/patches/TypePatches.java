package org.tieredhdfs.hdfs.weave.patches;

import static net.bytebuddy.matcher.ElementMatchers.isConstructor;
import static net.bytebuddy.matcher.ElementMatchers.isTypeInitializer;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesNoArguments;

import java.lang.invoke.MethodHandles;
import java.util.EnumMap;
import java.util.List;
import net.bytebuddy.asm.Advice;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.StorageTypeProto;
import org.apache.hadoop.thirdparty.protobuf.Descriptors.EnumValueDescriptor;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.types.EnumExtension;
import org.tieredhdfs.hdfs.types.StorageTypeBridge;
import org.tieredhdfs.hdfs.types.TypesInOrder;

/** Patches of the enums of storage types: their constants, numbers and order. */
@SuppressWarnings("UnusedVariable") // inlined: assignments set arguments, fields, results
final class TypePatches {
  static final List<Patch> ALL =
      List.of(
          Patch.at("STORAGE_TYPE_VALUES", "fs.StorageType")
              .member("<clinit>")
              .purpose("adds the configured storage types")
              .reason("an enum, whose constants the class initialiser creates")
              .method(isTypeInitializer())
              // how constants are made, and by newer compilers the array of them
              .reliesOn(isConstructor().or(named("$values")))
              .inlines(StorageTypeValuesAdvice.class, EnumExtension.class),
          Patch.at("STORAGE_TYPE_BY_NUMBER", "fs.StorageType")
              .member("parseStorageType(int)")
              .purpose("reads the number of a custom type from edits")
              .reason("stock code uses it as an index")
              .method("parseStorageType", int.class)
              .answers(StorageTypeByNumberAdvice.class, StorageTypeBridge.class),
          Patch.at("STORAGE_TYPE_PROTO_VALUES", "hdfs.protocol.proto.HdfsProtos$StorageTypeProto")
              .member("<clinit>")
              .purpose("adds the configured storage types to the wire format")
              .reason("an enum, too")
              .method(isTypeInitializer())
              // how constants are made, and by newer compilers the array of them
              .reliesOn(isConstructor().or(named("$values")))
              .inlines(StorageTypeProtoValuesAdvice.class, EnumExtension.class),
          Patch.at(
                  "STORAGE_TYPE_PROTO_FOR_NUMBER",
                  "hdfs.protocol.proto.HdfsProtos$StorageTypeProto")
              .member("forNumber(int)")
              .purpose("finds a custom type by its number on the wire")
              .reason("protobuf's parser calls it")
              .method("forNumber", int.class)
              .inlines(StorageTypeProtoForNumberAdvice.class, StorageTypeBridge.class),
          Patch.at(
                  "STORAGE_TYPE_PROTO_DESCRIPTOR",
                  "hdfs.protocol.proto.HdfsProtos$StorageTypeProto")
              .member("getValueDescriptor()")
              .purpose("describes a custom type to protobuf's text and JSON formats")
              .reason("the file descriptor lacks added constants")
              .method(named("getValueDescriptor").and(takesNoArguments()))
              .answers(StorageTypeProtoDescriptorAdvice.class, StorageTypeBridge.class),
          Patch.at(
                  "STORAGE_TYPE_PROTO_BY_DESCRIPTOR",
                  "hdfs.protocol.proto.HdfsProtos$StorageTypeProto")
              .member("valueOf(EnumValueDescriptor)")
              .purpose("finds a custom type by its descriptor")
              .reason("the file descriptor lacks added constants")
              .method("valueOf", EnumValueDescriptor.class)
              .answers(StorageTypeProtoByDescriptorAdvice.class, StorageTypeBridge.class),
          Patch.at("NEEDED_TYPES", "hdfs.server.blockmanagement.BlockPlacementPolicyDefault")
              .member("getRequiredStorageTypes(List)")
              .purpose("gives the writer's DataNode the first type of a policy")
              .reason("Hadoop goes by the place in the enum, where custom types are last")
              .method("getRequiredStorageTypes", List.class)
              .inlines(NeededTypesAdvice.class, TypesInOrder.class));

  private TypePatches() {}

  static final class StorageTypeValuesAdvice {
    @Advice.OnMethodExit
    static void exit(
        @Advice.FieldValue(value = "$VALUES", readOnly = false) StorageType[] constants,
        @Advice.FieldValue(value = "VALUES", readOnly = false) StorageType[] copy) {
      constants = EnumExtension.storageTypes(MethodHandles.lookup(), constants);
      copy = constants.clone();
    }
  }

  static final class StorageTypeByNumberAdvice {
    @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
    static @Nullable StorageType enter(@Advice.Argument(0) int number) {
      return StorageTypeBridge.byNumber(number);
    }
  }

  static final class StorageTypeProtoValuesAdvice {
    @Advice.OnMethodExit
    static void exit(
        @Advice.FieldValue(value = "$VALUES", readOnly = false) StorageTypeProto[] constants,
        @Advice.FieldValue(value = "VALUES", readOnly = false) StorageTypeProto[] copy) {
      constants = EnumExtension.protos(MethodHandles.lookup(), constants);
      copy = constants.clone();
    }
  }

  static final class StorageTypeProtoForNumberAdvice {
    @Advice.OnMethodExit
    static void exit(
        @Advice.Argument(0) int number, @Advice.Return(readOnly = false) StorageTypeProto result) {
      if (result == null) {
        result = StorageTypeBridge.protoByNumber(number);
      }
    }
  }

  static final class StorageTypeProtoDescriptorAdvice {
    @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
    static @Nullable EnumValueDescriptor enter(@Advice.This StorageTypeProto proto) {
      return StorageTypeBridge.descriptor(proto);
    }
  }

  static final class StorageTypeProtoByDescriptorAdvice {
    @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
    static @Nullable StorageTypeProto enter(@Advice.Argument(0) EnumValueDescriptor description) {
      return StorageTypeBridge.protoByNumber(description.getNumber());
    }
  }

  static final class NeededTypesAdvice {
    @Advice.OnMethodExit
    static void exit(
        @Advice.Argument(0) List<StorageType> policy,
        @Advice.Return(readOnly = false) EnumMap<StorageType, Integer> result) {
      result = TypesInOrder.of(result, policy);
    }
  }
}
