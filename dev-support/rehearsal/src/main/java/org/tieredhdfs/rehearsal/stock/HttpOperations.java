package org.tieredhdfs.rehearsal.stock;

import static org.tieredhdfs.rehearsal.stock.probe.Subject.BLOCK_BYTES;
import static org.tieredhdfs.rehearsal.stock.probe.Subject.FILE_BYTES;
import static org.tieredhdfs.rehearsal.stock.probe.Subject.content;
import static org.tieredhdfs.rehearsal.stock.probe.Subject.require;
import static org.tieredhdfs.rehearsal.stock.probe.Subject.requireContent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import org.tieredhdfs.rehearsal.stock.probe.NotOfferedException;
import org.tieredhdfs.rehearsal.stock.probe.Operation;
import org.tieredhdfs.rehearsal.stock.probe.ProbeMain;
import org.tieredhdfs.rehearsal.stock.probe.Subject;

/** The operations of WebHDFS over plain HTTP, as a script would do them with curl. */
record HttpOperations(String server, Subject subject) implements ProbeMain.Operations {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final int TEMPORARY_REDIRECT = 307;
  private static final int FIRST_ERROR = 400;
  private static final int TRUNCATE_ATTEMPTS = 30;
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  @Override
  public void run(Operation operation) throws Exception {
    switch (operation) {
      case LIST ->
          require(
              get("LISTSTATUS", subject.root()).toString().contains("\"length\":" + FILE_BYTES),
              "the file is not in the list");
      case READ -> requireContent(read(subject.given(), ""), FILE_BYTES);
      case PREAD -> {
        byte[] whole = content(FILE_BYTES);
        for (int offset : new int[] {FILE_BYTES - 1000, 5, BLOCK_BYTES - 500}) {
          byte[] part = read(subject.given(), "&offset=" + offset + "&length=1000");
          require(
              Arrays.equals(part, Arrays.copyOfRange(whole, offset, offset + 1000)),
              "other bytes at " + offset);
        }
      }
      case WRITE -> written("written");
      case APPEND -> {
        String file = subject.own("appended");
        byte[] whole = content(FILE_BYTES);
        create(file, Arrays.copyOf(whole, BLOCK_BYTES / 2));
        send("POST", "APPEND", file, "", Arrays.copyOfRange(whole, BLOCK_BYTES / 2, FILE_BYTES));
        requireContent(read(file, ""), FILE_BYTES);
      }
      case TRUNCATE -> truncate();
      case HFLUSH -> throw new NotOfferedException("a request is a whole file");
      case SETREP -> {
        if (subject.isErasureCoded()) {
          throw new NotOfferedException("erasure-coded files have none");
        }
        String file = written("setrep");
        require(put("SETREPLICATION", file, "&replication=2"), "refused");
        int found = get("GETFILESTATUS", file).path("FileStatus").path("replication").asInt();
        require(found == 2, "the replication is " + found);
      }
      case RENAME -> {
        String file = written("before");
        require(put("RENAME", file, "&destination=" + subject.own("renamed")), "refused");
        requireContent(read(subject.own("renamed"), ""), FILE_BYTES);
      }
      case DELETE -> {
        String file = written("deleted");
        byte[] answer = send("DELETE", "DELETE", file, "", new byte[0]);
        require(JSON.readTree(answer).path("boolean").asBoolean(), "refused");
      }
      case POLICY -> policy();
      case POLICIES ->
          require(
              get("GETALLSTORAGEPOLICY", "/").findValuesAsText("name").contains(subject.policy()),
              "there is no " + subject.policy());
      case LOCATIONS -> {
        JsonNode found =
            get("GETFILEBLOCKLOCATIONS", subject.given())
                .path("BlockLocations")
                .path("BlockLocation");
        require(found.size() == (subject.isErasureCoded() ? 2 : 3), found.size() + " blocks");
        require(
            found.toString().contains("\"" + subject.customType() + "\""),
            "the true types are missing");
      }
      case QUOTA -> {
        JsonNode found = get("GETQUOTAUSAGE", subject.root()).path("QuotaUsage").path("typeQuota");
        long disk = found.path("DISK").path("quota").asLong();
        require(disk == Subject.DISK_QUOTA_BYTES, "the quota of DISK is shown as " + disk);
        long custom = found.path(subject.customType()).path("quota").asLong();
        require(custom == Subject.CUSTOM_QUOTA_BYTES, "the custom quota is shown as " + custom);
      }
      case CHECKSUM ->
          require(
              send("GET", "GETFILECHECKSUM", subject.given(), "", new byte[0]).length > 0,
              "there is none");
      case FSCK -> throw new NotOfferedException("a tool, not a call");
    }
  }

  private JsonNode get(String op, String path) throws Exception {
    return JSON.readTree(send("GET", op, path, "", new byte[0]));
  }

  private boolean put(String op, String path, String parameters) throws Exception {
    byte[] answer = send("PUT", op, path, parameters, new byte[0]);
    return answer.length == 0 || JSON.readTree(answer).path("boolean").asBoolean(true);
  }

  private byte[] read(String path, String parameters) throws Exception {
    return send("GET", "OPEN", path, parameters, new byte[0]);
  }

  /** Sends a request, and again with its body to wherever the answer sends it. */
  private byte[] send(String method, String op, String path, String parameters, byte[] body)
      throws Exception {
    String uri =
        String.format(
            "http://%s/webhdfs/v1%s?op=%s&user.name=%s%s",
            server, path, op, System.getProperty("user.name"), parameters);
    HttpResponse<byte[]> answer = send(method, URI.create(uri), new byte[0]);
    if (answer.statusCode() == TEMPORARY_REDIRECT) {
      String location = answer.headers().firstValue("Location").orElse("");
      answer = send(method, URI.create(location), body);
    }
    if (answer.statusCode() >= FIRST_ERROR) {
      String said = new String(answer.body(), StandardCharsets.UTF_8);
      throw new IOException(op + " " + answer.statusCode() + ": " + said);
    }
    return answer.body();
  }

  private HttpResponse<byte[]> send(String method, URI uri, byte[] body) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(uri)
            .timeout(LIMIT)
            .header("Content-Type", "application/octet-stream")
            .method(
                method,
                body.length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body))
            .build();
    return HTTP.send(request, BodyHandlers.ofByteArray());
  }

  private void create(String file, byte[] body) throws Exception {
    send("PUT", "CREATE", file, "&overwrite=true&blocksize=" + BLOCK_BYTES, body);
  }

  private String written(String name) throws Exception {
    String file = subject.own(name);
    create(file, content(FILE_BYTES));
    requireContent(read(file, ""), FILE_BYTES);
    return file;
  }

  private void truncate() throws Exception {
    String file = written("truncated");
    int length = BLOCK_BYTES + BLOCK_BYTES / 2;
    send("POST", "TRUNCATE", file, "&newlength=" + length, new byte[0]);
    for (int i = 1; ; i++) {
      byte[] found = read(file, "");
      if (found.length == length || i == TRUNCATE_ATTEMPTS) {
        requireContent(found, length);
        return;
      }
      Thread.sleep(1000);
    }
  }

  private void policy() throws Exception {
    String directory = subject.own("policy");
    put("MKDIRS", directory, "");
    put("SETSTORAGEPOLICY", directory, "&storagepolicy=" + subject.policy());
    String found =
        get("GETSTORAGEPOLICY", directory).path("BlockStoragePolicy").path("name").asText();
    require(found.equals(subject.policy()), "the policy is " + found);
  }
}
