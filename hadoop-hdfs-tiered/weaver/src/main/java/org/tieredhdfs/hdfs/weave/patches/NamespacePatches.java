package org.tieredhdfs.hdfs.weave.patches;

import static net.bytebuddy.matcher.ElementMatchers.isConstructor;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.util.List;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.asm.MemberSubstitution;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.inotify.EventBatch;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockCollection;
import org.apache.hadoop.hdfs.server.blockmanagement.ReplicasToDelete;
import org.apache.hadoop.hdfs.server.namenode.FSDirectory;
import org.apache.hadoop.hdfs.server.namenode.FSEditLogOp;
import org.apache.hadoop.hdfs.server.namenode.INodesInPath;
import org.apache.hadoop.hdfs.server.namenode.PathPolicyKeeper;
import org.apache.hadoop.hdfs.server.namenode.StoragePolicyEvents;
import org.tieredhdfs.hdfs.policies.BlockPlacement;
import org.tieredhdfs.hdfs.policies.CustomStoragePolicies;
import org.tieredhdfs.hdfs.policies.PolicyIdText;
import org.tieredhdfs.hdfs.types.StorageTypeBridge;

/** Patches of the NameNode's state: policies, edits, images, and the replicas to delete. */
final class NamespacePatches {
  static final List<Patch> ALL =
      List.of(
          Patch.at("POLICY_SUITE", "hdfs.server.blockmanagement.BlockStoragePolicySuite")
              .member("getDefaultPolicyID(Configuration, BlockStoragePolicy[])")
              .purpose("adds the configured storage policies")
              .reason("static; here the suite is complete and not yet used")
              .method("getDefaultPolicyID", Configuration.class, BlockStoragePolicy[].class)
              .inlines(PolicySuiteAdvice.class, CustomStoragePolicies.class),
          Patch.at("QUOTA_EDIT", "hdfs.server.namenode.FSEditLogOp$SetQuotaByStorageTypeOp")
              .member("writeFields(DataOutputStream), toXml(ContentHandler)")
              .purpose("writes the number of a custom type, not its ordinal, to edits")
              .reason("the ordinal changes when a type is added")
              .methods(2, named("writeFields").or(named("toXml")))
              // only the call of ordinal(), so that stock types are written as ever
              .changes(
                  StorageTypeBridge.class,
                  () ->
                      MemberSubstitution.relaxed()
                          .method(named("ordinal"))
                          .replaceWith(Patch.method(StorageTypeBridge.class, "persistentNumber"))),
          Patch.at("STRIPED_POLICY", "hdfs.server.namenode.ErasureCodingPolicyManager")
              .member("checkStoragePolicySuitableForECStripedMode(byte)")
              .purpose("honours custom policies of a single type for erasure-coded files")
              .reason("a fixed list of policies")
              .method("checkStoragePolicySuitableForECStripedMode", byte.class)
              .inlines(StripedPolicyAdvice.class, CustomStoragePolicies.class),
          Patch.at("POLICY_EVENT", "hdfs.server.namenode.InotifyFSEditLogOpTranslator")
              .member("translate(FSEditLogOp)")
              .purpose("adds changed storage policies to the inotify stream")
              .reason("a switch leaves this operation out")
              .method("translate", FSEditLogOp.class)
              .inlines(PolicyEventAdvice.class, StoragePolicyEvents.class),
          Patch.at("FSCK_POLICY", "hdfs.server.namenode.StoragePolicySummary$StorageTypeAllocation")
              .member("setActualStoragePolicy(BlockStoragePolicy)")
              .purpose("lets fsck recognise a block that matches its policy")
              .reason("fsck expects the type with the greatest ordinal to repeat")
              .method("setActualStoragePolicy", BlockStoragePolicy.class)
              .inlines(FsckPolicyAdvice.class, BlockPlacement.class),
          Patch.at("IMAGE_XML", "hdfs.util.XMLUtils")
              .member("codePointMustBeMangled(int)")
              .purpose("preserves the id of a policy in an image's XML")
              .reason("XML reads id 13, a carriage return, as a line feed")
              .method("codePointMustBeMangled", int.class)
              .inlines(ImageXmlAdvice.class, PolicyIdText.class),
          Patch.at("REPLICA_TO_DELETE", "hdfs.server.blockmanagement.InvalidateBlocks")
              .member("add(Block, DatanodeInfo, boolean)")
              .purpose("keeps a queued deletion from replicas appended to since")
              .reason("there is no extension point between choice and order")
              .method(named("add"))
              .reliesOn(named("contains").or(named("remove")))
              .inlines(ReplicaToDeleteAdvice.class, ReplicasToDelete.class),
          Patch.at("APPENDED_BLOCK", "hdfs.server.blockmanagement.BlockManager")
              .member("convertLastBlockToUnderConstruction(BlockCollection, long)")
              .purpose("cancels deletions of surplus replicas before an append")
              .reason("stock code cancels only some of them")
              .method(named("convertLastBlockToUnderConstruction"))
              .inlines(AppendedBlockAdvice.class, ReplicasToDelete.class),
          Patch.at("PATH_POLICIES", "hdfs.server.namenode.FSDirectory")
              .member("<init>(FSNamesystem, Configuration)")
              .purpose("reads the policies of paths")
              .reason("a namespace has no configuration later")
              .method(isConstructor().and(takesArguments(2)))
              .inlines(PathPoliciesAdvice.class, PathPolicyKeeper.class),
          Patch.at("CREATED_DIRECTORY", "hdfs.server.namenode.FSDirMkdirOp")
              .member("createSingleDirectory(FSDirectory, INodesInPath, byte[], PermissionStatus)")
              .purpose("gives a new directory the policy of its path")
              .reason("nothing is called before a block of a file in it is placed")
              .method(named("createSingleDirectory"))
              .reliesOn(
                  "hdfs.server.namenode.FSDirAttrOp",
                  named("unprotectedSetStoragePolicy").or(named("setDirStoragePolicy")))
              .inlines(CreatedDirectoryAdvice.class, PathPolicyKeeper.class),
          Patch.at("RENAMED_DIRECTORY", "hdfs.server.namenode.FSDirRenameOp")
              .member("renameTo(FSDirectory, FSPermissionChecker, ...)")
              .purpose("gives a directory that comes to such a path its policy")
              .reason("nothing is called before a block of a file in it is placed")
              .methods(2, named("renameTo"))
              .inlines(RenamedDirectoryAdvice.class, PathPolicyKeeper.class));

  private NamespacePatches() {}

  static final class PathPoliciesAdvice {
    @Advice.OnMethodExit
    static void exit(@Advice.This FSDirectory namespace, @Advice.Argument(1) Configuration conf) {
      PathPolicyKeeper.configure(namespace, conf);
    }
  }

  static final class CreatedDirectoryAdvice {
    @Advice.OnMethodExit
    static void exit(
        @Advice.Argument(0) FSDirectory namespace, @Advice.Return INodesInPath directory) {
      PathPolicyKeeper.created(namespace, directory);
    }
  }

  static final class RenamedDirectoryAdvice {
    @Advice.OnMethodExit
    static void exit(
        @Advice.Argument(0) FSDirectory namespace,
        @Advice.Argument(value = 3, typing = Assigner.Typing.DYNAMIC) Object to,
        @Advice.Return(typing = Assigner.Typing.DYNAMIC) Object result) {
      PathPolicyKeeper.renamed(namespace, to, result);
    }
  }

  static final class PolicySuiteAdvice {
    @Advice.OnMethodEnter
    static void enter(
        @Advice.Argument(0) Configuration conf, @Advice.Argument(1) BlockStoragePolicy[] policies) {
      CustomStoragePolicies.addTo(conf, policies);
    }
  }

  static final class StripedPolicyAdvice {
    @Advice.OnMethodExit
    static void exit(
        @Advice.Argument(0) byte policyId, @Advice.Return(readOnly = false) boolean suitable) {
      if (!suitable) {
        suitable = CustomStoragePolicies.isOfOneType(policyId);
      }
    }
  }

  static final class PolicyEventAdvice {
    @Advice.OnMethodExit
    static void exit(
        @Advice.Argument(0) FSEditLogOp operation,
        @Advice.Return(readOnly = false) EventBatch events) {
      if (events == null) {
        events = StoragePolicyEvents.translate(operation);
      }
    }
  }

  static final class FsckPolicyAdvice {
    @Advice.OnMethodEnter
    static void enter(
        @Advice.Argument(value = 0, readOnly = false) BlockStoragePolicy found,
        @Advice.FieldValue("specifiedStoragePolicy") BlockStoragePolicy specified,
        @Advice.FieldValue("storageTypes") StorageType[] types) {
      if (BlockPlacement.satisfies(types, specified)) {
        found = specified;
      }
    }
  }

  static final class ImageXmlAdvice {
    @Advice.OnMethodExit
    static void exit(
        @Advice.Argument(0) int codePoint, @Advice.Return(readOnly = false) boolean escaped) {
      if (!escaped) {
        escaped = PolicyIdText.isLostInXml(codePoint);
      }
    }
  }

  static final class ReplicaToDeleteAdvice {
    @Advice.OnMethodEnter
    static void enter(
        @Advice.This(typing = Assigner.Typing.DYNAMIC) Object queue,
        @Advice.Argument(value = 0, readOnly = false) Block block,
        @Advice.Argument(1) DatanodeInfo node) {
      block = ReplicasToDelete.chosen(queue, block, node);
    }
  }

  static final class AppendedBlockAdvice {
    @Advice.OnMethodExit
    static void exit(
        @Advice.FieldValue(value = "excessRedundancyMap", typing = Assigner.Typing.DYNAMIC)
            Object surplus,
        @Advice.Argument(0) BlockCollection file,
        @Advice.Return LocatedBlock toAppendTo) {
      if (toAppendTo != null) {
        ReplicasToDelete.takeBack(surplus, file);
      }
    }
  }
}
