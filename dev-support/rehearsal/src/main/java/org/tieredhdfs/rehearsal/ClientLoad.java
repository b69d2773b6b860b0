package org.tieredhdfs.rehearsal;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;

/**
 * The process of clients that go on whatever happens to the cluster: prints its figures every
 * second, and, once its standard input ends, reads everything again.
 *
 * <p>Uses Hadoop, HBase and the JDK alone, so that it runs with stock jars and nothing else.
 */
public final class ClientLoad {
  static final String VERIFIED = "verified";

  /** The argument that asks for a client of HBase. */
  static final String TABLE = "table";

  private final Configuration conf = HBaseConfiguration.create();
  private final ClientCounts figures = new ClientCounts();
  private final CountDownLatch end = new CountDownLatch(1);
  private final List<Thread> threads = new ArrayList<>();
  private final List<FileClient> files = new ArrayList<>();
  private final List<TableLoad> tables = new ArrayList<>();

  private ClientLoad() {}

  /**
   * @param args directories, each for one client of HDFS, and {@code table} for one of HBase
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    System.exit(new ClientLoad().run(Arrays.asList(args)));
  }

  private int run(List<String> clients) throws IOException, InterruptedException {
    try (FileSystem fs = FileSystem.newInstance(conf);
        Connection connection = clients.contains(TABLE) ? connect() : null) {
      long seed = 1;
      for (String client : clients) {
        if (client.equals(TABLE) && connection != null) {
          TableLoad table = new TableLoad(connection, figures);
          tables.add(table);
          threads.add(new Thread(() -> table.run(end), client));
        } else {
          FileClient load = new FileClient(fs, new Path(client), seed++, figures);
          files.add(load);
          threads.add(new Thread(() -> load.run(end), client));
        }
      }
      threads.forEach(Thread::start);
      awaitEndOfInput();
      return end();
    }
  }

  private Connection connect() throws IOException {
    Configuration patient = new Configuration(conf);
    Map.of(
            "hbase.client.retries.number", "60",
            "hbase.rpc.timeout", "20000",
            "hbase.client.operation.timeout", "180000")
        .forEach(patient::set);
    return ConnectionFactory.createConnection(patient);
  }

  private void awaitEndOfInput() throws IOException, InterruptedException {
    Thread reader =
        new Thread(
            () -> {
              try {
                System.in.transferTo(OutputStream.nullOutputStream());
              } catch (IOException e) {
                System.err.println("standard input: " + e);
              }
            },
            "input");
    reader.setDaemon(true);
    reader.start();
    while (reader.isAlive()) {
      reader.join(TimeUnit.SECONDS.toMillis(1));
      System.out.println(figures.line());
    }
  }

  private int end() throws InterruptedException {
    // let operations in flight finish: an interrupted one would count as failed
    end.countDown();
    for (Thread thread : threads) {
      thread.join();
    }
    int fileCount = files.stream().mapToInt(FileClient::verify).sum();
    int rowCount = tables.stream().mapToInt(TableLoad::verify).sum();
    System.out.println(
        VERIFIED + " files=" + fileCount + " rows=" + rowCount + " " + figures.line());
    return figures.failures() == 0 ? 0 : 1;
  }
}
