package org.tieredhdfs.bench.study;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/**
 * Asks the RegionServers of a cluster for their figures, by their process ids: their web page,
 * which would have them too, is in no published artifact.
 */
final class RegionServers implements AutoCloseable {
  private static final String HBASE = "Hadoop:service=HBase,name=RegionServer,sub=";
  private static final ObjectName SERVER = name(HBASE + "Server");
  private static final ObjectName WAL = name(HBASE + "WAL");
  private static final ObjectName MEMORY = name("java.lang:type=Memory");
  private static final ObjectName COLLECTORS = name("java.lang:type=GarbageCollector,name=*");

  private final List<JMXConnector> servers = new ArrayList<>();

  private RegionServers() {}

  /**
   * @throws IOException if one is no Java process
   */
  static RegionServers attach(List<Long> pids) throws IOException {
    RegionServers attached = new RegionServers();
    boolean isComplete = false;
    try {
      for (long pid : pids) {
        attached.servers.add(connect(address(pid)));
      }
      isComplete = true;
      return attached;
    } finally {
      if (!isComplete) {
        attached.close();
      }
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
   * The figures of all together at this moment, those of HBase up to a second old.
   *
   * @throws IOException if one does not answer or has none: it has just come up, or opens or closes
   *     a region, for which it takes them back for some seconds
   */
  Map<ServerFigure, Long> sample() throws IOException {
    Map<ServerFigure, Long> sum = new EnumMap<>(ServerFigure.class);
    for (JMXConnector server : servers) {
      try {
        read(server.getMBeanServerConnection())
            .forEach((figure, value) -> sum.merge(figure, value, figure::together));
      } catch (JMException e) {
        throw new IOException("a RegionServer has no figures", e);
      }
    }
    return sum;
  }

  private static Map<ServerFigure, Long> read(MBeanServerConnection beans)
      throws IOException, JMException {
    Map<ServerFigure, Long> sample = new EnumMap<>(ServerFigure.class);
    read(beans, SERVER, ServerFigure.from(ServerFigure.Source.SERVER), sample);
    if (sample.size() < ServerFigure.from(ServerFigure.Source.SERVER).size()) {
      throw new InstanceNotFoundException(SERVER + " has no more than " + sample.keySet());
    }
    try {
      read(beans, WAL, ServerFigure.from(ServerFigure.Source.WAL), sample);
    } catch (InstanceNotFoundException e) {
      // figures of logs come with the first one
    }
    long gcMs = 0;
    long lastGcMs = 0;
    for (ObjectName collector : beans.queryNames(COLLECTORS, null)) {
      gcMs += beans.getAttribute(collector, "CollectionTime") instanceof Long ms ? ms : 0;
      lastGcMs = Math.max(lastGcMs, part(beans, collector, "LastGcInfo", "duration"));
    }
    sample.put(ServerFigure.GC_MS, gcMs);
    sample.put(ServerFigure.LAST_GC_MS, lastGcMs);
    sample.put(ServerFigure.HEAP_BYTES, part(beans, MEMORY, "HeapMemoryUsage", "used"));
    return sample;
  }

  /** Adds those that the bean has. */
  private static void read(
      MBeanServerConnection beans,
      ObjectName bean,
      List<ServerFigure> figures,
      Map<ServerFigure, Long> sample)
      throws IOException, JMException {
    Map<String, Long> values = new HashMap<>();
    String[] attributes = figures.stream().map(ServerFigure::attribute).toArray(String[]::new);
    beans.getAttributes(bean, attributes).asList().stream()
        // Hadoop's beans have a null in place of an attribute that is not there
        .filter(attribute -> attribute != null && attribute.getValue() instanceof Number)
        .forEach(
            attribute ->
                values.put(attribute.getName(), ((Number) attribute.getValue()).longValue()));
    for (ServerFigure figure : figures) {
      Long value = values.get(figure.attribute());
      if (value != null) {
        sample.put(figure, value);
      }
    }
  }

  private static long part(
      MBeanServerConnection beans, ObjectName bean, String attribute, String part)
      throws IOException, JMException {
    Object whole = beans.getAttribute(bean, attribute);
    return whole instanceof CompositeData data && data.get(part) instanceof Long value ? value : 0;
  }

  /** The processes are about to be ended as well, so that nothing is lost with one that fails. */
  @Override
  public void close() throws IOException {
    for (JMXConnector server : servers) {
      server.close();
    }
  }
}
