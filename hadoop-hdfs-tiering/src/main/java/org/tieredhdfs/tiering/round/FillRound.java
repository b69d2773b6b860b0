package org.tieredhdfs.tiering.round;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsLocatedFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.tiering.heat.BlockReads;
import org.tieredhdfs.tiering.heat.HotFiles;
import org.tieredhdfs.tiering.image.FileInode;
import org.tieredhdfs.tiering.image.NamespaceImage;
import org.tieredhdfs.tiering.rule.FillTarget;
import org.tieredhdfs.tiering.rule.PolicyNames;
import org.tieredhdfs.tiering.rule.RoundLimits;
import org.tieredhdfs.tiering.rule.TieringRule;
import org.tieredhdfs.tiering.rule.TieringRules;
import org.tieredhdfs.tiering.rule.TypeFill;

/**
 * Chooses anew which files fill storage types, by rules and the reads of now, on an image that may
 * be older. Used once, by one thread.
 *
 * <p>First those leave that have to; then so many come as there is room for, whatever became of the
 * others. A file that has a replica on a DataNode whose reads are not known does not leave for
 * another one: it is not cold, but unknown. What a rule has given and none names any more, as it
 * was renamed or the rules are others, counts as read by nobody, and leaves first.
 */
final class FillRound {
  private static final Logger LOG = LoggerFactory.getLogger(FillRound.class);
  private static final String BY_NUMBER = "/.reserved/.inodes/";

  /** What is to be changed is in memory: so many in a round. */
  private static final int MOST_FILES = 100_000;

  /** Of so many files a round asks where they are; the others do not leave for another one. */
  private static final int MOST_ASKED = 10_000;

  private final DistributedFileSystem fs;
  private final TieringRules rules;
  private final PolicyNames policies;
  private final GivenPolicies given;
  private final RoundLimits limits;
  private final ChangeSetter setter;
  private final FillMemory memory;
  private final BlockReads reads;
  private final long stayMs;
  private final Map<Integer, Filling> fillings = new HashMap<>();
  private final long nowMs = System.currentTimeMillis();
  private boolean isBegun;
  private int asked;

  /** What is to be done for one rule. */
  private static final class Filling {
    private final HotFiles files;
    private final long capacityBytes;
    private final List<Long> otherPolicy = new ArrayList<>();
    private long heldBytes;

    Filling(long capacityBytes, long mostBytes) {
      this.capacityBytes = capacityBytes;
      this.files = new HotFiles(capacityBytes, mostBytes);
    }
  }

  private record Planned(PolicyChange change, long bytes) {}

  FillRound(
      DistributedFileSystem fs,
      TieringRules rules,
      PolicyNames policies,
      GivenPolicies given,
      RoundLimits limits,
      Leadership leadership,
      FillMemory memory,
      BlockReads reads,
      long stayMs) {
    this.fs = fs;
    this.rules = rules;
    this.policies = policies;
    this.given = given;
    this.limits = limits;
    this.setter = new ChangeSetter(fs, rules, policies, given, limits, leadership);
    this.memory = memory;
    this.reads = reads;
    this.stayMs = stayMs;
  }

  /** Does it. */
  void run(NamespaceImage image, Map<StorageType, TypeFill> fills) throws IOException {
    Map<StorageType, TypeFill> largest = memory.largest(fills, stayMs);
    for (TieringRule rule : rules.all()) {
      FillTarget fill = rule.fill();
      if (fill != null) {
        long mostBytes =
            largest.containsKey(fill.type()) ? fill.capacityBytes(largest) : Long.MAX_VALUE;
        fillings.put(rules.all().indexOf(rule), new Filling(fill.capacityBytes(fills), mostBytes));
      }
    }
    memory.forget(given, stayMs);
    image.forEachFile(reads::of, this::offer);
    int filesLeft = Math.min(MOST_FILES, limits.files());
    for (Map.Entry<Integer, Filling> one : fillings.entrySet()) {
      Filling filling = one.getValue();
      filling.heldBytes = filling.files.heldBytes();
      HotFiles.Choice choice;
      try {
        choice = filling.files.choose(filesLeft, limits.bytes(), this::isKnown);
      } catch (UncheckedIOException e) {
        throw e.getCause();
      }
      filesLeft -= choice.leaving().size() + choice.coming().size();
      TieringRule rule = rules.all().get(one.getKey());
      LOG.info(
          "Rule {} holds {} of {} bytes; {} files are to leave, {} to come",
          rule.name(),
          filling.heldBytes,
          filling.capacityBytes,
          choice.leaving().size(),
          choice.coming().size());
      change(image, one.getKey(), filling, choice);
    }
    setter.log(0);
  }

  /** The policy of its own that a file has now; -1 if that is not known. */
  private int ownNow(FileInode file) {
    int since = given.givenSince(file.number());
    if (since < 0) {
      return file.ownPolicy();
    }
    return memory.hasSet(file.number(), since) ? since : -1;
  }

  private void offer(FileInode file) {
    int own = ownNow(file);
    int since = given.givenSince(file.number());
    byte assumed = (byte) (own < 0 ? since : own);
    boolean isByRule =
        assumed != 0 && (since >= 0 || given.isByRule(file.number(), file.ownPolicy()));
    int named = file.ifOwnPolicy(assumed, rules::filling);
    int place = named < 0 && isByRule ? left(file, assumed) : named;
    Filling filling = fillings.get(place);
    if (filling == null || file.lengthBytes() <= 0 || (assumed != 0 && !isByRule)) {
      return;
    }
    TieringRule rule = rules.all().get(place);
    FillTarget fill = target(rule);
    double lately = named < 0 ? 0 : file.readBytes();
    boolean mayChange = own >= 0 && !file.isPinned();
    if (fill.storedBytes(file, assumed, policies) > 0) {
      boolean isToChange =
          named >= 0 && mayChange && assumed != rule.policy() && file.canHave(rule.policy());
      byte wanted = isToChange ? rule.policy() : assumed;
      double atMost = named < 0 ? 0 : lately + (double) file.unlistedBlocks() * reads.otherBytes();
      filling.files.held(
          file.number(),
          fill.storedBytes(file, wanted, policies),
          atMost / file.lengthBytes(),
          mayChange && memory.hasStayed(file.number(), stayMs));
      if (isToChange && filling.otherPolicy.size() < limits.files()) {
        filling.otherPolicy.add(file.number());
      }
    } else if (mayChange && file.canHave(rule.policy()) && brings(fill, file, rule.policy())) {
      filling.files.other(
          file.number(),
          fill.storedBytes(file, rule.policy(), policies),
          lately / file.lengthBytes());
    }
  }

  /** The rule that fills with the policy of a file that no rule names any more; -1 if none does. */
  private int left(FileInode file, byte own) {
    boolean isNamed = file.ifOwnPolicy(own, now -> rules.first(now) != null);
    return fillings.keySet().stream()
        .filter(place -> !isNamed && rules.all().get(place).policy() == own)
        .findFirst()
        .orElse(-1);
  }

  /** Whether more of a file would be on the type than by the policy of its directory. */
  private boolean brings(FillTarget fill, FileInode file, byte policy) {
    byte ofDirectory = policies.inForce(file.ifOwnPolicy((byte) 0, FileInode::policy));
    return fill.storedBytes(file, policy, policies) > fill.storedBytes(file, ofDirectory, policies);
  }

  private static FillTarget target(TieringRule rule) {
    FillTarget fill = rule.fill();
    if (fill == null) {
      throw new IllegalStateException(rule.name() + " fills nothing");
    }
    return fill;
  }

  /** Whether all replicas of a file are where reads are counted. */
  private boolean isKnown(long inode) {
    Set<String> unknown = reads.unknownNodes();
    if (unknown.isEmpty()) {
      return true;
    }
    if (++asked > MOST_ASKED) {
      return false;
    }
    try {
      // unlike to ask for its blocks, this is no read of the file
      HdfsLocatedFileStatus now = fs.getClient().getLocatedFileInfo(BY_NUMBER + inode, false);
      if (now == null || now.getLocatedBlocks() == null) {
        return false;
      }
      for (LocatedBlock block : now.getLocatedBlocks().getLocatedBlocks()) {
        for (DatanodeInfo node : block.getLocations()) {
          if (unknown.contains(node.getDatanodeUuid())) {
            return false;
          }
        }
      }
      return true;
    } catch (FileNotFoundException e) {
      LOG.debug("Inode {} was deleted", inode, e);
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void change(NamespaceImage image, int place, Filling filling, HotFiles.Choice choice)
      throws IOException {
    Set<Long> leaving = new HashSet<>(choice.leaving());
    List<Long> converted =
        filling.otherPolicy.stream().filter(file -> !leaving.contains(file)).toList();
    Map<Long, Planned> planned = new HashMap<>();
    Set<Long> wanted = new HashSet<>(leaving);
    wanted.addAll(choice.coming());
    wanted.addAll(converted);
    if (wanted.isEmpty()) {
      return;
    }
    image.forEachFile(
        file -> {
          if (wanted.contains(file.number())) {
            planned.put(file.number(), plan(place, leaving.contains(file.number()), file));
          }
        });
    if (!isBegun) {
      given.begin();
      isBegun = true;
    }
    apply(filling, choice.leaving(), planned, -1);
    apply(filling, choice.coming(), planned, 1);
    apply(filling, converted, planned, 0);
  }

  private Planned plan(int place, boolean isLeaving, FileInode file) {
    TieringRule rule = rules.all().get(place);
    byte own = (byte) ownNow(file);
    byte policy = isLeaving ? TieringRule.OF_DIRECTORY : rule.policy();
    boolean isForUnread =
        file.ifOwnPolicy(own, rules::filling) == place
            && !file.ifRead(nowMs, read -> read.ifOwnPolicy(own, rules::filling) == place);
    PolicyChange change =
        file.ifOwnPolicy(own, now -> PolicyChange.of(place, policy, isForUnread, now));
    return new Planned(change, target(rule).storedBytes(file, isLeaving ? own : policy, policies));
  }

  /**
   * Changes files, in this order.
   *
   * @param sign what becomes of the bytes that are held
   */
  private void apply(Filling filling, List<Long> files, Map<Long, Planned> planned, int sign)
      throws IOException {
    List<PolicyChange> batch = new ArrayList<>();
    long bytes = 0;
    long contentBytes = 0;
    for (long file : files) {
      Planned one = planned.get(file);
      if (one == null || !setter.allows(batch.size(), contentBytes)) {
        continue;
      }
      if (sign > 0 && filling.heldBytes + bytes + one.bytes() > filling.capacityBytes) {
        continue;
      }
      batch.add(one.change());
      bytes += one.bytes();
      contentBytes += one.change().lengthBytes();
      if (batch.size() == ChangeSetter.BATCH) {
        change(filling, batch, planned, sign);
        bytes = 0;
        contentBytes = 0;
      }
    }
    if (!batch.isEmpty()) {
      change(filling, batch, planned, sign);
    }
  }

  private void change(
      Filling filling, List<PolicyChange> batch, Map<Long, Planned> planned, int sign)
      throws IOException {
    setter.change(
        batch,
        done -> {
          Planned one = planned.get(done.inode());
          filling.heldBytes += one == null ? 0 : sign * one.bytes();
          memory.set(done.inode(), done.policy());
        });
    batch.clear();
  }
}
