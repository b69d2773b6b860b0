package org.tieredhdfs.rehearsal.stock;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The locations of a file's blocks from the NameNode's fsck page, without a client. */
record FsckPlacement(String nameNodeHttp) {
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final Pattern BLOCK = Pattern.compile("^\\d+\\. \\S+:blk_.*$", Pattern.MULTILINE);
  private static final Pattern REPLICA =
      Pattern.compile("DatanodeInfoWithStorage\\[[^,\\]]+,[^,\\]]+,([A-Z0-9_]+)]");
  private static final int ATTEMPTS = 20;
  private static final long PAUSE_MS = 250;
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  /** How many replicas of each block lie on each type; in the order of the blocks. */
  List<Map<String, Integer>> of(String path) throws IOException, InterruptedException {
    String user = System.getProperty("user.name");
    URI uri =
        URI.create(
            String.format(
                "http://%s/fsck?ugi=%s&path=%s&files=1&blocks=1&locations=1",
                nameNodeHttp, user, path));
    HttpRequest request = HttpRequest.newBuilder(uri).timeout(LIMIT).build();
    return parse(HTTP.send(request, BodyHandlers.ofString()).body());
  }

  static List<Map<String, Integer>> parse(String page) {
    List<Map<String, Integer>> blocks = new ArrayList<>();
    Matcher block = BLOCK.matcher(page);
    while (block.find()) {
      Map<String, Integer> types = new TreeMap<>();
      Matcher replica = REPLICA.matcher(block.group());
      while (replica.find()) {
        types.merge(replica.group(1), 1, Integer::sum);
      }
      blocks.add(types);
    }
    return blocks;
  }

  /**
   * What is wrong with where a file lies; DataNodes have some seconds to tell of their replicas.
   */
  Optional<String> fault(ProbedFileKind kind, String path)
      throws IOException, InterruptedException {
    List<Map<String, Integer>> found = List.of();
    for (int i = 0; i < ATTEMPTS; i++) {
      found = of(path);
      if (!found.isEmpty() && found.stream().allMatch(kind::isPlaced)) {
        return Optional.empty();
      }
      Thread.sleep(PAUSE_MS);
    }
    return Optional.of("lies on " + found + " instead of " + kind.types());
  }
}
