package org.tieredhdfs.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hbase.http.prometheus.PrometheusHadoopServlet;
import org.apache.hadoop.metrics2.impl.MetricsCollectorImpl;
import org.junit.jupiter.api.Test;

/** What the dashboard and the alert rules name is what a RegionServer tells Prometheus. */
class ExampleMetricsTest {
  private static final Pattern NAME = Pattern.compile("tiered_store_[a-z_]+");

  /** By HBase's own naming, of which it makes a secret. */
  private static Set<String> told() throws Exception {
    PlacementMetrics metrics = new PlacementMetrics();
    for (FileClass fileClass : FileClass.values()) {
      metrics.assigned(fileClass);
      metrics.notAssigned(fileClass);
      metrics.fellBack(fileClass, 1);
      for (StorageType type : StorageType.values()) {
        metrics.asked(fileClass, type, 1);
        metrics.got(fileClass, type, 1);
      }
    }
    metrics.corrected();
    metrics.unrouted();
    metrics.auditDropped();
    MetricsCollectorImpl collector = new MetricsCollectorImpl();
    metrics.getMetrics(collector, true);
    Method name =
        PrometheusHadoopServlet.class.getDeclaredMethod(
            "toPrometheusName", String.class, String.class);
    name.setAccessible(true);
    Set<String> names = new TreeSet<>();
    for (var record : collector.getRecords()) {
      for (var metric : record.metrics()) {
        names.add(String.valueOf(name.invoke(null, record.name(), metric.name())));
      }
    }
    return names;
  }

  private static Set<String> namesIn(String example) throws Exception {
    Set<String> names = new TreeSet<>();
    NAME.matcher(Files.readString(Path.of("..", "docs/examples", example)))
        .results()
        .map(MatchResult::group)
        .forEach(names::add);
    return names;
  }

  @Test
  void dashboardAndAlertsNameNoMetricThatIsNotThere() throws Exception {
    Set<String> told = told();
    for (String example : new String[] {"grafana-hbase-placement.json", "prometheus-alerts.yml"}) {
      Set<String> named = namesIn(example);
      assertThat(named).as(example).hasSizeGreaterThan(3);
      assertThat(named)
          .allSatisfy(
              name ->
                  // one that ends so stands before a pattern of storage types
                  assertThat(told)
                      .as("%s in %s", name, example)
                      .anyMatch(
                          one -> name.endsWith("_") ? one.startsWith(name) : one.equals(name)));
    }
  }
}
