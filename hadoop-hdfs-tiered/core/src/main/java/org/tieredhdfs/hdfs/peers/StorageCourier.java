package org.tieredhdfs.hdfs.peers;

import java.util.Arrays;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier.AccessMode;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.security.token.Token;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.types.StorageTypeBridge;

/**
 * Carries the storages that a NameNode chose for a block to the DataNodes, in the service field of
 * the block token, which clients return unread.
 *
 * <pre>
 *   tiered-storages:&lt;uuid of the DataNode&gt;=&lt;id of the storage&gt;,...
 * </pre>
 *
 * <p>Only what writers get has it, and only blocks with a replica on a custom type. A token of a
 * writer in a cluster with block tokens names the storages in its identifier, which is signed, and
 * needs no service; for a copy to a replacement it has one, since the copying DataNode must know
 * the storage of each target. Identifier, password and kind stay as they are: a client takes one
 * that is not empty for a reason to authenticate itself. Thread-safe.
 */
public final class StorageCourier {

  /**
   * The longest service that is read, in bytes: more than 700 replicas, and a block has 512 at
   * most.
   */
  static final int MAX_SERVICE_BYTES = 1 << 16;

  private static final String MARK = "tiered-storages:";

  private static volatile boolean isOn = true;

  private StorageCourier() {}

  /** Reads the configuration of a NameNode that starts. */
  public static void started(Configuration conf) {
    isOn = PeerKeys.CARRY_STORAGES.getBoolean(conf);
  }

  /** On the NameNode: adds the storages to the token of a block that is located for a writer. */
  public static void load(LocatedBlock block, AccessMode mode) {
    if (!isOn || mode == AccessMode.READ || !isOnCustomType(block)) {
      return;
    }
    boolean isSigned = block.getBlockToken().getIdentifier().length > 0;
    if (mode == AccessMode.WRITE && isSigned) {
      return;
    }
    if (isSigned) {
      block.getBlockToken().setService(service(block, 0, block.getLocations().length));
      return;
    }
    block.setBlockToken(unsigned(service(block, 0, block.getLocations().length)));
    if (block instanceof LocatedStripedBlock group) {
      loadEach(group);
    }
  }

  private static boolean isOnCustomType(LocatedBlock block) {
    StorageType[] types = block.getStorageTypes();
    String[] ids = block.getStorageIDs();
    DatanodeInfo[] nodes = block.getLocations();
    return types != null
        && ids != null
        && nodes != null
        && ids.length == nodes.length
        && Arrays.stream(types).anyMatch(type -> StorageTypeBridge.alias(type) != null);
  }

  /** Each block of a group has its own token, with its own storage only. */
  private static void loadEach(LocatedStripedBlock group) {
    int count = group.getBlockIndices().length;
    if (count != group.getLocations().length) {
      return;
    }
    @SuppressWarnings({"unchecked", "rawtypes"})
    Token<BlockTokenIdentifier>[] tokens = new Token[count];
    for (int i = 0; i < count; i++) {
      tokens[i] = unsigned(service(group, i, i + 1));
    }
    group.setBlockTokens(tokens);
  }

  private static Token<BlockTokenIdentifier> unsigned(Text service) {
    return new Token<>(new byte[0], new byte[0], new Text(), service);
  }

  private static Text service(LocatedBlock block, int from, int to) {
    DatanodeInfo[] nodes = block.getLocations();
    String[] ids = block.getStorageIDs();
    StringBuilder service = new StringBuilder(MARK.length() + (to - from) * 80).append(MARK);
    for (int i = from; i < to; i++) {
      service.append(nodes[i].getDatanodeUuid()).append('=').append(ids[i]).append(',');
    }
    return new Text(service.toString());
  }

  /**
   * On a DataNode: the storage that a token names for a node. A client may have forged it.
   *
   * @return the id, or null if the token names none
   */
  public static @Nullable String storageOf(@Nullable Token<?> token, String uuid) {
    Text service = token == null ? null : token.getService();
    if (service == null || service.getLength() > MAX_SERVICE_BYTES || uuid.isEmpty()) {
      return null;
    }
    String text = service.toString();
    if (!text.startsWith(MARK)) {
      return null;
    }
    String key = uuid + '=';
    for (int from = MARK.length(); from < text.length(); ) {
      int end = text.indexOf(',', from);
      end = end < 0 ? text.length() : end;
      if (text.startsWith(key, from)) {
        String id = text.substring(from + key.length(), end);
        return id.isEmpty() ? null : id;
      }
      from = end + 1;
    }
    return null;
  }

  /**
   * On a DataNode that is to copy a block: the storages of its targets, for a client that names
   * none.
   *
   * @param named what the client names; absent ids may be empty strings
   * @return as many as there are targets, or what was named
   */
  public static String[] storagesOf(
      @Nullable Token<?> token, DatanodeInfo[] targets, String[] named) {
    if (Arrays.stream(named).anyMatch(id -> id != null && !id.isEmpty())) {
      return named;
    }
    String[] ids =
        Arrays.stream(targets)
            .map(target -> storageOf(token, target.getDatanodeUuid()))
            .filter(Objects::nonNull)
            .toArray(String[]::new);
    return ids.length == targets.length ? ids : named;
  }
}
