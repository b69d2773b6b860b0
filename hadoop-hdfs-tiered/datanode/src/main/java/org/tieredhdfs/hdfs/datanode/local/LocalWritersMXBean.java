package org.tieredhdfs.hdfs.datanode.local;

/** What a DataNode's Unix-domain socket for writers has done. All counts since the start. */
public interface LocalWritersMXBean {

  /** The path of the socket. */
  String getPath();

  /** Connections that were handed to the DataNode's server of transfers. */
  long getAccepted();

  /** Connections that were closed at once: too many transfer threads, or no thread to be had. */
  long getRefused();

  /** Bytes that came over connections of this socket. */
  long getReceivedBytes();

  /** Connections that are open. */
  int getOpen();
}
