package org.tieredhdfs.verify.parity.hbase;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableSnapshotScanner;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.verify.fixture.KnownRows;
import org.tieredhdfs.verify.parity.PlayResult.Kept;
import org.tieredhdfs.verify.parity.PlayThreads;
import org.tieredhdfs.verify.parity.Schedule;
import org.tieredhdfs.verify.parity.ScriptClient;

/** A client of HBase, with a table of its own. */
final class TableClient extends ScriptClient<TableStep> {
  private static final Logger LOG = LoggerFactory.getLogger(TableClient.class);

  /** Rows have numbers below. */
  static final int ROWS = 1_000;

  static final int LOADED_ROWS = 50;
  private static final byte[][] SPLITS = {KnownRows.key(333), KnownRows.key(666)};
  private static final long LIMIT_SEC = 90;
  private static final int ROWS_PER_CALL = 200;

  private final TableName name;
  private final Configuration conf;
  private final Connection connection;
  private final Admin admin;
  private final HFileLoads loads;
  private final SplittableRandom random;
  private KnownRows rows = new KnownRows();
  private KnownRows inSnapshot = new KnownRows();
  private @Nullable String snapshot;
  private long version;

  TableClient(
      int number,
      Schedule<TableStep, ServerFault> schedule,
      TableName name,
      Configuration conf,
      Connection connection,
      PlayThreads threads)
      throws IOException {
    super(number, schedule.scripts().get(number), threads);
    this.name = name;
    this.conf = conf;
    this.connection = connection;
    this.admin = connection.getAdmin();
    this.loads = new HFileLoads(name, conf, connection);
    this.random = new SplittableRandom(schedule.seed() * 31 + number);
  }

  void createTable() throws IOException {
    admin.createTable(
        TableDescriptorBuilder.newBuilder(name)
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of(KnownRows.FAMILY))
            .setColumnFamily(
                ColumnFamilyDescriptorBuilder.newBuilder(KnownRows.MOB_FAMILY)
                    .setMobEnabled(true)
                    .setMobThreshold(KnownRows.MOB_BYTES / 2)
                    .build())
            .build(),
        SPLITS);
  }

  /** All rows as they are now. */
  Kept look() throws IOException {
    return Kept.of(toString(), look(name, rows));
  }

  @Override
  protected long perform(TableStep operation)
      throws IOException, TimeoutException, InterruptedException {
    int amount = operation.amount();
    switch (operation.kind()) {
      case PUT -> put(anyRows(amount));
      case DELETE -> delete(anyRows(amount));
      case GET -> get(anyRows(amount));
      case SCAN -> require(look(name, rows));
      case FLUSH -> admin.flush(name);
      case COMPACT -> admin.compact(name);
      case MAJOR_COMPACT -> admin.majorCompact(name);
      case SPLIT -> split();
      case MERGE -> merge();
      case MOVE -> move();
      case LOAD -> load(IntStream.range(amount, amount + LOADED_ROWS).boxed().toList());
      case LOAD_UNKNOWN_FAMILY -> loads.requireUnknownFamilyRefused(amount);
      case LOAD_VANISHED -> loads.requireVanishedFileRefused(amount);
      case LOAD_MISFIT -> loads.requireMisfitRefused();
      case SNAPSHOT -> makeSnapshot();
      case CLONE -> cloneSnapshot();
      case SCAN_SNAPSHOT -> scanSnapshot();
      case RESTORE -> restore();
      case TRUNCATE -> truncate();
      case REST -> TimeUnit.MILLISECONDS.sleep(amount);
    }
    return -1;
  }

  private Set<Integer> anyRows(int count) {
    Set<Integer> any = new TreeSet<>();
    for (int i = 0; i < count; i++) {
      any.add(random.nextInt(ROWS));
    }
    return any;
  }

  private void put(Collection<Integer> which) throws IOException {
    try (Table table = connection.getTable(name)) {
      rows.put(table, which, ++version, true);
    }
  }

  private void delete(Collection<Integer> which) throws IOException {
    long own = ++version;
    List<Delete> deletes = new ArrayList<>();
    for (int row : which) {
      deletes.add(new Delete(KnownRows.key(row), own));
    }
    rows.mayHave(which, KnownRows.NONE);
    try (Table table = connection.getTable(name)) {
      table.delete(deletes);
    }
    rows.have(which, KnownRows.NONE);
  }

  private void get(Collection<Integer> which) throws IOException {
    try (Table table = connection.getTable(name)) {
      Result[] found = table.get(which.stream().map(row -> new Get(KnownRows.key(row))).toList());
      List<Result> there = new ArrayList<>(List.of(found));
      there.removeIf(Result::isEmpty);
      require(rows.only(which).check(there, true));
    }
  }

  private KnownRows.Found look(TableName table, KnownRows expected) throws IOException {
    try (Table open = connection.getTable(table);
        ResultScanner all = open.getScanner(new Scan().setCaching(ROWS_PER_CALL))) {
      return expected.check(rows(all), true);
    }
  }

  private static List<Result> rows(ResultScanner scanner) throws IOException {
    List<Result> found = new ArrayList<>();
    for (Result one = scanner.next(); one != null; one = scanner.next()) {
      found.add(one);
    }
    return found;
  }

  private static void require(KnownRows.Found all) throws IOException {
    if (!all.isGood()) {
      Kept found = Kept.of("", all);
      throw new IOException(found.lost() + found.wrong());
    }
  }

  private List<RegionInfo> regions() throws IOException {
    return admin.getRegions(name).stream()
        .sorted(Comparator.comparing(RegionInfo::getStartKey, Bytes::compareTo))
        .toList();
  }

  private RegionInfo anyRegion() throws IOException {
    List<RegionInfo> regions = regions();
    return regions.get(random.nextInt(regions.size()));
  }

  private void split() throws IOException, TimeoutException, InterruptedException {
    RegionInfo region = anyRegion();
    int from = row(region.getStartKey(), 0);
    int to = row(region.getEndKey(), ROWS);
    await(admin.splitRegionAsync(region.getRegionName(), KnownRows.key((from + to) / 2)));
  }

  private static int row(byte[] key, int otherwise) {
    return key.length == 0 ? otherwise : Integer.parseInt(Bytes.toString(key));
  }

  private void merge() throws IOException, TimeoutException, InterruptedException {
    List<RegionInfo> regions = regions();
    int first = random.nextInt(regions.size() - 1);
    byte[][] neighbours = {
      regions.get(first).getEncodedNameAsBytes(), regions.get(first + 1).getEncodedNameAsBytes()
    };
    await(admin.mergeRegionsAsync(neighbours, false));
  }

  private void move() throws IOException {
    List<ServerName> servers = admin.getRegionServers().stream().sorted().toList();
    admin.move(anyRegion().getEncodedNameAsBytes(), servers.get(random.nextInt(servers.size())));
  }

  private static void await(Future<Void> procedure)
      throws IOException, TimeoutException, InterruptedException {
    try {
      procedure.get(LIMIT_SEC, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new IOException(String.valueOf(e.getCause()), e);
    }
  }

  private void load(List<Integer> which) throws IOException {
    long own = ++version;
    rows.mayHave(which, own);
    loads.load(which, own);
    rows.have(which, own);
  }

  private void makeSnapshot() throws IOException {
    snapshot = null;
    String made = name + "-s" + ++version;
    admin.snapshot(made, name);
    inSnapshot = rows.copy();
    snapshot = made;
  }

  private String snapshot() throws IOException {
    String made = snapshot;
    if (made == null) {
      throw new IOException("there is no snapshot");
    }
    return made;
  }

  private void cloneSnapshot() throws IOException {
    TableName clone = TableName.valueOf(name + "-c" + ++version);
    admin.cloneSnapshot(snapshot(), clone);
    require(look(clone, inSnapshot));
    admin.disableTable(clone);
    admin.deleteTable(clone);
  }

  private void scanSnapshot() throws IOException {
    Path copy = new Path("/parity-restored", name + "-" + ++version);
    Scan scan = new Scan().addFamily(KnownRows.FAMILY);
    try (TableSnapshotScanner all = new TableSnapshotScanner(conf, copy, snapshot(), scan)) {
      require(inSnapshot.check(rows(all), false));
    }
  }

  private void restore() throws IOException {
    String made = snapshot();
    rows.mayBecome(inSnapshot);
    admin.disableTable(name);
    admin.restoreSnapshot(made, false);
    admin.enableTable(name);
    rows = inSnapshot.copy();
  }

  private void truncate() throws IOException {
    rows.mayBecome(new KnownRows());
    admin.disableTable(name);
    admin.truncateTable(name, true);
    rows = new KnownRows();
  }

  /** An operation on the whole table may have left it disabled. */
  @Override
  protected void drop() {
    try {
      if (admin.isTableDisabled(name)) {
        admin.enableTable(name);
      }
    } catch (IOException e) {
      LOG.info("{} stays as it is", name, e);
    }
  }

  @Override
  public String toString() {
    return "table " + number();
  }

  /** Removes what it has made. */
  void delete() throws IOException {
    Pattern own = Pattern.compile(Pattern.quote(name.getNameAsString()) + ".*");
    for (TableName table : admin.listTableNames(own)) {
      if (admin.isTableEnabled(table)) {
        admin.disableTable(table);
      }
      admin.deleteTable(table);
    }
    admin.deleteSnapshots(own);
    loads.delete();
    admin.close();
  }
}
