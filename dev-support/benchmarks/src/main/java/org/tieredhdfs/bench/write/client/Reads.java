package org.tieredhdfs.bench.write.client;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.tieredhdfs.bench.write.process.Request;

/** Reads one file again and again: from its beginning to its end, or here and there. */
final class Reads {
  private final FileSystem fs;
  private final Request request;
  private final byte[] buffer;

  Reads(FileSystem fs, Request request) {
    this.fs = fs;
    this.request = request;
    buffer = new byte[request.count("recordBytes")];
  }

  Map<String, Double> sequential() throws IOException {
    Path file = new Path(request.text("path"));
    long wanted = request.number("bytes");
    long bytes = 0;
    long beginNs = System.nanoTime();
    while (bytes < wanted) {
      long before = bytes;
      try (FSDataInputStream in = fs.open(file)) {
        for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
          bytes += read;
        }
      }
      if (bytes == before) {
        throw new IOException(file + " is empty");
      }
    }
    return figures(beginNs, bytes);
  }

  /** Reads at places that are the same in each measurement of a case. */
  Map<String, Double> here() throws IOException {
    Path file = new Path(request.text("path"));
    int operations = (int) (request.number("bytes") / buffer.length);
    long places = fs.getFileStatus(file).getLen() - buffer.length;
    Random random = new Random(request.number("seed"));
    Latencies latencies = new Latencies(operations);
    Map<String, Double> figures;
    try (FSDataInputStream in = fs.open(file)) {
      long beginNs = System.nanoTime();
      for (int i = 0; i < operations; i++) {
        long place = (long) (random.nextDouble() * places);
        long readNs = System.nanoTime();
        in.readFully(place, buffer);
        latencies.add(System.nanoTime() - readNs);
      }
      figures = figures(beginNs, (long) operations * buffer.length);
    }
    figures.putAll(latencies.figures());
    return figures;
  }

  private static Map<String, Double> figures(long beginNs, long bytes) {
    Map<String, Double> figures = new LinkedHashMap<>();
    figures.put("elapsedNs", (double) (System.nanoTime() - beginNs));
    figures.put("bytes", (double) bytes);
    return figures;
  }
}
