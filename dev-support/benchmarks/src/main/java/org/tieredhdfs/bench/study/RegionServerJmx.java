package org.tieredhdfs.bench.study;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import javax.management.AttributeNotFoundException;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/**
 * Asks a RegionServer on this machine for its figures, by its process id: its web page, which would
 * have them too, is in no published artifact.
 */
final class RegionServerJmx implements AutoCloseable {
  private static final String HBASE = "Hadoop:service=HBase,name=RegionServer,sub=";
  private static final long FIGURES_LIMIT_SEC = 300;
  private static final long POLL_MS = 500;

  private final JMXConnector connector;
  private final MBeanServerConnection beans;
  private final ObjectName server = name(HBASE + "Server");
  private final ObjectName wal = name(HBASE + "WAL");
  private final ObjectName memory = name("java.lang:type=Memory");
  private final Set<ObjectName> collectors;

  private RegionServerJmx(JMXConnector connector) throws IOException {
    this.connector = connector;
    beans = connector.getMBeanServerConnection();
    collectors = beans.queryNames(name("java.lang:type=GarbageCollector,name=*"), null);
  }

  /**
   * Waits until it has figures.
   *
   * @throws IOException if there is no such Java process, or it does not publish them
   */
  static RegionServerJmx attach(long pid) throws IOException, InterruptedException {
    RegionServerJmx jmx = new RegionServerJmx(connect(address(pid)));
    try {
      jmx.sample();
      return jmx;
    } catch (IOException | InterruptedException e) {
      jmx.close();
      throw e;
    }
  }

  private static String address(long pid) throws IOException {
    try {
      VirtualMachine machine = VirtualMachine.attach(Long.toString(pid));
      try {
        return machine.startLocalManagementAgent();
      } finally {
        machine.detach();
      }
    } catch (AttachNotSupportedException e) {
      throw new IOException("process " + pid + " is no Java", e);
    }
  }

  /** The address is of a process of ours, and was told by that process itself. */
  @SuppressWarnings("BanJNDI")
  private static JMXConnector connect(String address) throws IOException {
    return JMXConnectorFactory.connect(new JMXServiceURL(address));
  }

  private static ObjectName name(String text) {
    try {
      return new ObjectName(text);
    } catch (JMException e) {
      throw new IllegalArgumentException(text, e);
    }
  }

  /**
   * Its figures of this moment, those of HBase up to a second old. Waits for them: a server that
   * has just come up has none yet, and one that opens or closes a region takes them back for some
   * seconds.
   *
   * @throws IOException if it does not answer, or has none for five minutes
   */
  RegionServerSample sample() throws IOException, InterruptedException {
    long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(FIGURES_LIMIT_SEC);
    while (true) {
      try {
        return read();
      } catch (IOException notThere) {
        if (System.nanoTime() - endNs > 0) {
          throw notThere;
        }
        TimeUnit.MILLISECONDS.sleep(POLL_MS);
      }
    }
  }

  private RegionServerSample read() throws IOException {
    long gcMs = 0;
    long lastGcMs = 0;
    for (ObjectName collector : collectors) {
      gcMs += number(collector, "CollectionTime");
      lastGcMs = Math.max(lastGcMs, lastGcMs(collector));
    }
    return new RegionServerSample(
        number(server, "memStoreSize"),
        number(server, "flushQueueLength"),
        number(server, "compactionQueueLength"),
        number(server, "updatesBlockedTime"),
        number(server, "blockedRequestCount"),
        number(server, "flushedOutputBytes"),
        number(server, "compactedOutputBytes"),
        gcMs,
        lastGcMs,
        heapBytes(),
        optional(wal, "SyncTime_max"),
        optional(wal, "slowAppendCount"));
  }

  private long heapBytes() throws IOException {
    try {
      Object usage = beans.getAttribute(memory, "HeapMemoryUsage");
      return usage instanceof CompositeData data && data.get("used") instanceof Long bytes
          ? bytes
          : 0;
    } catch (JMException e) {
      throw new IOException(memory + ": HeapMemoryUsage", e);
    }
  }

  private long lastGcMs(ObjectName collector) throws IOException {
    try {
      Object last = beans.getAttribute(collector, "LastGcInfo");
      return last instanceof CompositeData data && data.get("duration") instanceof Long ms ? ms : 0;
    } catch (JMException e) {
      throw new IOException(collector + ": LastGcInfo", e);
    }
  }

  /** 0 as long as the server has not published it: figures of logs come with the first one. */
  private long optional(ObjectName bean, String attribute) throws IOException {
    try {
      Object value = beans.getAttribute(bean, attribute);
      return value instanceof Number number ? number.longValue() : 0;
    } catch (InstanceNotFoundException | AttributeNotFoundException e) {
      return 0;
    } catch (JMException e) {
      throw new IOException(bean + ": " + attribute, e);
    }
  }

  private long number(ObjectName bean, String attribute) throws IOException {
    try {
      Object value = beans.getAttribute(bean, attribute);
      return value instanceof Number number ? number.longValue() : 0;
    } catch (JMException e) {
      throw new IOException(bean + ": " + attribute, e);
    }
  }

  @Override
  public void close() throws IOException {
    connector.close();
  }
}
