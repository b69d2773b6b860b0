package org.tieredhdfs.hdfs.types;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.fs.StorageType;

/**
 * How many replicas of each storage type a block still needs, in the order of its policy: the first
 * type is that of the writer's own DataNode.
 *
 * <p>Hadoop goes through these types by their place in the enum, where custom ones come last: of a
 * policy of a custom type and DISK, the writer's replica would always be on DISK. Used by one
 * thread.
 */
public final class TypesInOrder extends EnumMap<StorageType, Integer> {
  private static final long serialVersionUID = 1L;

  private final List<StorageType> order;

  private TypesInOrder(EnumMap<StorageType, Integer> needed, List<StorageType> order) {
    super(needed);
    this.order = order;
  }

  /** What is needed, as it is if there is no custom type. */
  public static EnumMap<StorageType, Integer> of(
      EnumMap<StorageType, Integer> needed, List<StorageType> policy) {
    return needed.keySet().stream().allMatch(type -> StorageTypeBridge.definition(type) == null)
        ? needed
        : new TypesInOrder(needed, policy.stream().distinct().toList());
  }

  @Override
  public Set<Map.Entry<StorageType, Integer>> entrySet() {
    return new AbstractSet<>() {
      @Override
      public Iterator<Map.Entry<StorageType, Integer>> iterator() {
        return new InOrder();
      }

      @Override
      public int size() {
        return TypesInOrder.this.size();
      }
    };
  }

  private final class InOrder implements Iterator<Map.Entry<StorageType, Integer>> {
    private final Iterator<StorageType> left =
        order.stream().filter(TypesInOrder.this::containsKey).toList().iterator();
    private StorageType last = order.get(0);

    @Override
    public boolean hasNext() {
      return left.hasNext();
    }

    @Override
    public Map.Entry<StorageType, Integer> next() {
      last = left.next();
      return new AbstractMap.SimpleEntry<>(last, get(last)) {
        private static final long serialVersionUID = 1L;

        @Override
        public Integer setValue(Integer needed) {
          put(getKey(), needed);
          return super.setValue(needed);
        }
      };
    }

    @Override
    public void remove() {
      Integer unused = TypesInOrder.this.remove(last);
    }
  }
}
