package org.tieredhdfs.hdfs.datanode.volume.health;

import org.apache.hadoop.fs.StorageType;

/**
 * What a DataNode knows of the other DataNodes of its cluster. No method waits.
 *
 * <p>Only with that knowledge may it turn away who would wait for its volumes: if the others are no
 * better off, the client loses by it.
 */
public interface Peers {
  /** Nothing is known of any, as with a NameNode of Apache Hadoop. */
  Peers UNKNOWN =
      new Peers() {
        @Override
        public boolean canSpare(StorageType type, int nodes, long sinceNanos) {
          return false;
        }

        @Override
        public boolean areMostAnswering(StorageType type, long sinceNanos) {
          return false;
        }

        @Override
        public boolean haveNewsSince(long sinceNanos) {
          return false;
        }

        @Override
        public void ask() {
          // nobody to ask
        }
      };

  /**
   * Whether so many other DataNodes have a volume of a type that answers, by news that were asked
   * for after a time.
   *
   * @param sinceNanos by {@link System#nanoTime}
   * @return false if that is not known
   */
  boolean canSpare(StorageType type, int nodes, long sinceNanos);

  /** Whether more than half of those that have a volume of a type have one that answers. */
  boolean areMostAnswering(StorageType type, long sinceNanos);

  /** Whether there are news that were asked for after a time. */
  boolean haveNewsSince(long sinceNanos);

  /** Asks for news, unless that was done a moment ago. */
  void ask();
}
