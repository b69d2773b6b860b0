package org.tieredhdfs.hbase;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.coprocessor.MasterCoprocessor;
import org.apache.hadoop.hbase.coprocessor.MasterCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.MasterObserver;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;

/**
 * Refuses tables with invalid placement keys, before they are created or changed.
 *
 * <p>Named in {@code hbase.coprocessor.master.classes}. Stateless.
 */
public final class TieredMasterObserver implements MasterCoprocessor, MasterObserver {

  @Override
  public Optional<MasterObserver> getMasterObserver() {
    return Optional.of(this);
  }

  @Override
  public void preCreateTable(
      ObserverContext<MasterCoprocessorEnvironment> context,
      TableDescriptor table,
      RegionInfo[] regions)
      throws IOException {
    check("preCreateTable", context, table);
  }

  @Override
  public TableDescriptor preModifyTable(
      ObserverContext<MasterCoprocessorEnvironment> context,
      TableName name,
      TableDescriptor current,
      TableDescriptor changed)
      throws IOException {
    check("preModifyTable", context, changed);
    return changed;
  }

  /** Where the check itself fails, the table is as in Apache HBase: its servers are lenient. */
  private static void check(
      String hook, ObserverContext<MasterCoprocessorEnvironment> context, TableDescriptor table)
      throws DoNotRetryIOException {
    List<String> faults = new ArrayList<>();
    HarmlessHook.run(
        hook, () -> faults.addAll(faults(context.getEnvironment().getConfiguration(), table)));
    if (!faults.isEmpty()) {
      throw new DoNotRetryIOException(String.join("; ", faults));
    }
  }

  private static List<String> faults(Configuration conf, TableDescriptor table) {
    Map<String, Map<String, String>> given = new HashMap<>();
    given.put("table " + table.getTableName(), StorePlacement.ofTable(table));
    for (ColumnFamilyDescriptor family : table.getColumnFamilies()) {
      String where = "table " + table.getTableName() + ", family " + family.getNameAsString();
      given.put(where, StorePlacement.ofFamily(family));
    }
    boolean none =
        given.values().stream()
            .flatMap(values -> values.keySet().stream())
            .noneMatch(key -> key.startsWith(new HBaseTieredKeys().prefix()));
    List<String> policies = none ? List.of() : PlacementCheck.knownPolicies(conf);
    List<String> faults = new ArrayList<>();
    given.forEach(
        (where, values) -> faults.addAll(PlacementCheck.ofDescriptor(where, values, policies)));
    return faults;
  }
}
