package org.apache.hadoop.hdfs.server.datanode;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;
import org.apache.hadoop.security.token.Token;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.peers.StorageCourier;
import org.tieredhdfs.hdfs.types.StorageTypeBridge;

/**
 * Finds the storage that the NameNode chose for a replica, whether or not the client names it.
 *
 * <p>With block tokens it is the one that the token names, since stock code then verifies the
 * token: a client that names another one is treated as one that names none. Without block tokens
 * nothing is verified, in stock Hadoop neither, and what the client names counts. A client that
 * names no storage may name no type either, so both are replaced. The id decides the type; which
 * volume of the type it is remains the volume choosing policy's.
 *
 * <p>Blocks that are on stock types alone are left to stock. In this package for the DataNode's
 * fields. Immutable.
 */
@NullMarked
public final class ChosenStorage {
  private static final String NONE = "";

  private final @Nullable String id;
  private final @Nullable StorageType type;
  private final @Nullable List<StorageType> following;

  private ChosenStorage(
      @Nullable String id, @Nullable StorageType type, @Nullable List<StorageType> following) {
    this.id = id;
    this.type = type;
    this.following = following;
  }

  /**
   * @param token of the request, not verified yet
   * @param named the storage that the client names; null or empty if none
   */
  public static ChosenStorage of(
      DataNode datanode, Token<BlockTokenIdentifier> token, @Nullable String named) {
    ChosenStorage asNamed = new ChosenStorage(named, null, null);
    FsDatasetSpi<?> dataset = datanode.data;
    if (dataset == null) {
      return asNamed; // while it starts; stock goes on to wait for that
    }
    boolean isNamed = named != null && !named.isEmpty();
    if (datanode.isBlockTokenEnabled) {
      return granted(dataset, token, isNamed ? named : null, asNamed);
    }
    String id = isNamed ? null : StorageCourier.storageOf(token, datanode.getDatanodeUuid());
    DatanodeStorage storage = id == null ? null : dataset.getStorage(id);
    return storage == null ? asNamed : new ChosenStorage(id, storage.getStorageType(), null);
  }

  private static ChosenStorage granted(
      FsDatasetSpi<?> dataset,
      Token<BlockTokenIdentifier> token,
      @Nullable String named,
      ChosenStorage asNamed) {
    BlockTokenIdentifier identifier = new BlockTokenIdentifier();
    try {
      identifier.readFields(new DataInputStream(new ByteArrayInputStream(token.getIdentifier())));
    } catch (IOException | RuntimeException e) {
      return asNamed; // stock refuses it, and says so
    }
    List<String> ids = Arrays.asList(identifier.getStorageIds());
    if (ids.isEmpty() || ids.contains(named)) {
      return asNamed;
    }
    StorageType[] types = identifier.getStorageTypes();
    if (types.length != ids.size()
        || Arrays.stream(types).allMatch(type -> StorageTypeBridge.alias(type) == null)) {
      return new ChosenStorage(NONE, null, null);
    }
    for (int i = 0; i < types.length; i++) {
      if (dataset.getStorage(ids.get(i)) != null) {
        return new ChosenStorage(ids.get(i), types[i], shownFrom(types, i));
      }
    }
    return new ChosenStorage(NONE, null, null);
  }

  /** The types of the other replicas, starting after this one, as a stock DataNode knows them. */
  private static List<StorageType> shownFrom(StorageType[] types, int own) {
    List<StorageType> shown = new ArrayList<>();
    for (int i = 1; i < types.length; i++) {
      StorageType type = types[(own + i) % types.length];
      StorageType alias = StorageTypeBridge.alias(type);
      shown.add(alias == null ? type : alias);
    }
    return shown;
  }

  /** The id of the storage; as the client sent it if nothing better is known. */
  public @Nullable String id() {
    return id;
  }

  /**
   * @param asked the type that the client asks for
   */
  public StorageType type(StorageType asked) {
    return type == null ? asked : type;
  }

  /**
   * The types of the replicas behind this one in the pipeline.
   *
   * @param asked those that the client asks for
   */
  public StorageType[] following(StorageType[] asked) {
    return following == null || following.size() < asked.length
        ? asked
        : following.subList(0, asked.length).toArray(new StorageType[0]);
  }
}
