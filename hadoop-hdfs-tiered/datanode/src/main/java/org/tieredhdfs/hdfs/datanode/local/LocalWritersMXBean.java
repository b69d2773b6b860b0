package org.tieredhdfs.hdfs.datanode.local;

/**
 * The JMX attributes of a DataNode's Unix-domain socket for writers. All counts are since the
 * start.
 */
public interface LocalWritersMXBean {

  /** The path of the socket. */
  String getPath();

  /** Connections handed to the DataNode's transfer server. */
  long getAccepted();

  /** Connections closed immediately, because of too many transfer threads or no free thread. */
  long getRefused();

  /** Bytes that came over connections of this socket. */
  long getReceivedBytes();

  /** Connections that are open. */
  int getOpen();
}
