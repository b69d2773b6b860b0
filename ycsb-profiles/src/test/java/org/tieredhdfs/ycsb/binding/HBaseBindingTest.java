package org.tieredhdfs.ycsb.binding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.ycsb.testing.LocalHBase;
import site.ycsb.ByteIterator;
import site.ycsb.Status;

/** What the operations of the binding do, on a real HBase. */
class HBaseBindingTest extends HBaseBindingFixture {

  HBaseBindingTest(LocalHBase hbase) throws IOException {
    super(hbase);
  }

  @Test
  void whatIsInsertedIsReadBack() throws Exception {
    HBaseBinding binding = started(properties());

    assertThat(binding.insert(TABLE, "user1", fields("field0", "a", "field1", "b")))
        .isSameAs(Status.OK);

    assertThat(read(binding, "user1")).containsExactly(entry("field0", "a"), entry("field1", "b"));
    assertThat(rows()).isEqualTo(1);
  }

  @Test
  void aReadOfSomeFieldsGetsThoseAlone() throws Exception {
    HBaseBinding binding = started(properties());
    binding.insert(TABLE, "user1", fields("field0", "a", "field1", "b"));

    Map<String, ByteIterator> record = new HashMap<>();
    assertThat(binding.read(TABLE, "user1", Set.of("field1"), record)).isSameAs(Status.OK);
    assertThat(texts(record)).containsExactly(entry("field1", "b"));
  }

  @Test
  void aReadOfAnAbsentRecordIsNotFound() throws Exception {
    HBaseBinding binding = started(properties());
    Map<String, ByteIterator> record = new HashMap<>();

    assertThat(binding.read(TABLE, "user-none", null, record)).isSameAs(Status.NOT_FOUND);
    assertThat(record).isEmpty();
  }

  @Test
  void anUpdateChangesItsFieldsAndLeavesTheOthers() throws Exception {
    HBaseBinding binding = started(properties());
    binding.insert(TABLE, "user1", fields("field0", "a", "field1", "b"));

    assertThat(binding.update(TABLE, "user1", fields("field1", "new"))).isSameAs(Status.OK);

    assertThat(read(binding, "user1"))
        .containsExactly(entry("field0", "a"), entry("field1", "new"));
  }

  @Test
  void aScanGetsAsManyRecordsAsAskedForInOrderFromItsStartAcrossRegions() throws Exception {
    HBaseBinding binding = started(properties());
    for (int i = 100; i < 1000; i += 10) {
      binding.insert(TABLE, "user" + i, fields("field0", "v" + i, "field1", "x"));
    }

    List<HashMap<String, ByteIterator>> records = scan(binding, "user300", 50, Set.of("field0"));

    assertThat(records).hasSize(50);
    assertThat(texts(records.get(0))).containsExactly(entry("field0", "v300"));
    assertThat(texts(records.get(49))).containsExactly(entry("field0", "v790"));
  }

  @Test
  void aScanBeyondTheLastRecordGetsWhatIsThere() throws Exception {
    HBaseBinding binding = started(properties());
    binding.insert(TABLE, "user5", fields("field0", "a", "field1", "b"));

    List<HashMap<String, ByteIterator>> records = scan(binding, "user1", 1000, null);
    assertThat(records).hasSize(1);
    assertThat(texts(records.get(0))).containsOnlyKeys("field0", "field1");
  }

  @Test
  void aDeletedRecordIsGone() throws Exception {
    HBaseBinding binding = started(properties());
    binding.insert(TABLE, "user1", fields("field0", "a", "field1", "b"));
    binding.update(TABLE, "user1", fields("field0", "again"));

    assertThat(binding.delete(TABLE, "user1")).isSameAs(Status.OK);

    assertThat(binding.read(TABLE, "user1", null, new HashMap<>())).isSameAs(Status.NOT_FOUND);
    assertThat(rows()).isZero();
  }

  @Test
  void threadsShareOneConnectionAndTheLastOneClosesIt() throws Exception {
    HBaseBinding first = binding(properties());
    HBaseBinding second = binding(properties());
    Connection shared = first.connection();

    assertThat(second.connection()).isSameAs(shared);
    first.cleanup();
    assertThat(shared.isClosed()).isFalse();
    second.cleanup();
    assertThat(shared.isClosed()).isTrue();
  }

  @Test
  void aTableThatIsThereIsLeftAsItIs() throws Exception {
    started(properties()).insert(TABLE, "user1", fields("field0", "kept"));
    TableSetup setup = new TableSetup(admin);

    assertThat(setup.createIfAbsent(TableLayout.of(TABLE, FAMILY, 9))).isFalse();
    assertThat(rows()).isEqualTo(1);
    try (Admin tables = admin.getAdmin()) {
      assertThat(tables.getRegions(TableName.valueOf(TABLE))).hasSize(3);
    }
    assertThatThrownBy(() -> setup.createIfAbsent(TableLayout.of(TABLE, "other", 1)))
        .hasMessageContaining("without the column family 'other'");
    assertThat(setup.drop("nosuchtable")).isFalse();
  }
}
