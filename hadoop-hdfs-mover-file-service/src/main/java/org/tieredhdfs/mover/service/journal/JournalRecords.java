package org.tieredhdfs.mover.service.journal;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32;
import org.tieredhdfs.mover.api.FileRef;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.LimitsProto;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.RequestStatusProto;
import org.tieredhdfs.mover.service.request.GivenUp;
import org.tieredhdfs.mover.service.request.QueuedRequest;
import org.tieredhdfs.mover.service.request.QueuedRequest.Origin;
import org.tieredhdfs.mover.service.request.RequestLife;
import org.tieredhdfs.mover.service.request.WaitingFile;
import org.tieredhdfs.mover.service.request.WaitingFile.Why;

/**
 * The format of journal records.
 *
 * <pre>
 *   length of body (4) | CRC-32 of body (4) | body
 *   body: 'A' id group size inode origin user recursive time path directory   accepted
 *         'J' as 'A'                   asked for once more, if it is open
 *         'H' as 'A', why reason since next tries   it waits
 *         'E' id                       ended
 *         'G' inode path request user reason detail time   a file that was given up
 *         'R' inode                    a file that was given up is not any more
 *         'L' limits                   what somebody has set, in protobuf
 *         'F' status                   a user's request that has ended, in protobuf
 *         'S' transaction              all events up to it are recorded
 *         'I' id                       ids up to it were given away
 * </pre>
 *
 * <p>Records of earlier versions end after the path. In those, 'W' tells which files of a request
 * waited; it is passed over, so all of the request is checked again.
 */
public final class JournalRecords {
  private static final int MAX_BODY_BYTES = 4 * 1024 * 1024;
  private static final byte ACCEPTED = 'A';
  private static final byte JOINED = 'J';
  private static final byte WAITED = 'W';
  private static final byte WAITS = 'H';
  private static final byte GAVE_UP = 'G';
  private static final byte RESOLVED = 'R';
  private static final byte LIMITS = 'L';

  /** The longest wait of a file after a restart, even if the clock was changed. */
  private static final long LONGEST_WAIT_MS = TimeUnit.HOURS.toMillis(24);

  private static final byte ENDED = 'E';
  private static final byte FINISHED = 'F';
  private static final byte SEEN = 'S';
  private static final byte USED_IDS = 'I';

  private JournalRecords() {}

  /** What writes a body, but for the kind. */
  private interface Body {
    void write(DataOutputStream out) throws IOException;
  }

  public static void accepted(DataOutputStream out, QueuedRequest request) throws IOException {
    request(out, ACCEPTED, request);
  }

  public static void joined(DataOutputStream out, QueuedRequest request) throws IOException {
    request(out, JOINED, request);
  }

  private static void request(DataOutputStream out, byte kind, QueuedRequest request)
      throws IOException {
    record(out, kind, body -> fields(body, request));
  }

  private static void fields(DataOutputStream body, QueuedRequest request) throws IOException {
    body.writeLong(request.id());
    body.writeLong(request.group());
    body.writeInt(request.groupSize());
    body.writeLong(request.inodeId());
    body.writeUTF(request.origin().name());
    body.writeUTF(request.user());
    body.writeBoolean(request.isRecursive());
    body.writeLong(request.acceptedMs());
    text(body, request.path());
    body.writeBoolean(request.isDirectory());
  }

  public static void waits(DataOutputStream out, QueuedRequest request, WaitingFile file)
      throws IOException {
    record(
        out,
        WAITS,
        body -> {
          fields(body, request);
          body.writeUTF(file.why().name());
          body.writeUTF(file.reason());
          body.writeLong(file.sinceMs());
          body.writeLong(file.nextMs());
          body.writeInt(file.tries());
        });
  }

  public static void gaveUp(DataOutputStream out, GivenUp file) throws IOException {
    record(
        out,
        GAVE_UP,
        body -> {
          body.writeLong(file.inodeId());
          text(body, file.path());
          body.writeLong(file.request());
          body.writeUTF(file.user());
          body.writeUTF(file.reason());
          text(body, file.detail());
          body.writeLong(file.atMs());
        });
  }

  public static void resolved(DataOutputStream out, long inodeId) throws IOException {
    number(out, RESOLVED, inodeId);
  }

  public static void limits(DataOutputStream out, LimitsProto limits) throws IOException {
    record(out, LIMITS, limits::writeTo);
  }

  private static void text(DataOutputStream body, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    body.writeInt(bytes.length);
    body.write(bytes);
  }

  private static String text(DataInputStream body) throws IOException {
    byte[] bytes = new byte[body.readInt()];
    body.readFully(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  public static void ended(DataOutputStream out, long id) throws IOException {
    number(out, ENDED, id);
  }

  public static void finished(DataOutputStream out, RequestStatusProto status) throws IOException {
    record(out, FINISHED, status::writeTo);
  }

  public static void seen(DataOutputStream out, long transaction) throws IOException {
    number(out, SEEN, transaction);
  }

  public static void usedIds(DataOutputStream out, long upTo) throws IOException {
    number(out, USED_IDS, upTo);
  }

  private static void number(DataOutputStream out, byte kind, long number) throws IOException {
    record(out, kind, body -> body.writeLong(number));
  }

  private static void record(DataOutputStream out, byte kind, Body content) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.write(kind);
    content.write(new DataOutputStream(bytes));
    byte[] body = bytes.toByteArray();
    out.writeInt(body.length);
    out.writeInt(crc(body));
    out.write(body);
  }

  /**
   * Reads one record into a state.
   *
   * @throws EOFException at the end, also in the middle of a record that was being written
   * @throws DamagedJournalException if the record is not what was written
   */
  public static void read(DataInputStream in, JournalState state) throws IOException {
    int length = in.readInt();
    if (length < 1 || length > MAX_BODY_BYTES) {
      throw new DamagedJournalException("a record of " + length + " bytes");
    }
    int crc = in.readInt();
    byte[] body = new byte[length];
    in.readFully(body);
    if (crc(body) != crc) {
      throw new DamagedJournalException("a record with a wrong checksum");
    }
    apply(new DataInputStream(new ByteArrayInputStream(body)), state);
  }

  private static void apply(DataInputStream body, JournalState state) throws IOException {
    byte kind = body.readByte();
    switch (kind) {
      case ACCEPTED -> {
        RequestLife unused = state.accepted(request(body));
      }
      case JOINED -> state.joined(request(body));
      case WAITS -> {
        QueuedRequest request = request(body);
        RequestLife unused = state.waits(request, waiting(request, body));
      }
      case WAITED -> {}
      case GAVE_UP -> state.gaveUp(givenUp(body));
      case RESOLVED -> {
        boolean unused = state.resolved(body.readLong());
      }
      case LIMITS -> state.limits(LimitsProto.parseFrom(body));
      case FINISHED -> state.finished(RequestStatusProto.parseFrom(body));
      case ENDED -> state.ended(body.readLong());
      case SEEN -> state.seen(body.readLong());
      case USED_IDS -> state.usedIds(body.readLong());
      default -> throw new DamagedJournalException("a record of unknown kind " + kind);
    }
  }

  private static QueuedRequest request(DataInputStream body) throws IOException {
    long id = body.readLong();
    long group = body.readLong();
    int groupSize = body.readInt();
    long inodeId = body.readLong();
    Origin origin = Origin.valueOf(body.readUTF());
    // few users, many records
    String user = body.readUTF().intern();
    boolean isRecursive = body.readBoolean();
    long acceptedMs = body.readLong();
    String path = text(body);
    boolean isDirectory = body.available() == 0 || body.readBoolean();
    return new QueuedRequest(
        id, group, groupSize, inodeId, path, origin, user, isRecursive, acceptedMs, isDirectory);
  }

  private static WaitingFile waiting(QueuedRequest request, DataInputStream body)
      throws IOException {
    Why why = Why.valueOf(body.readUTF());
    String reason = body.readUTF().intern();
    long sinceMs = body.readLong();
    long nextMs = body.readLong();
    int tries = body.readInt();
    // an open one is checked at once, for it may be closed by now
    long waitMs = why == Why.OPEN ? 0 : Math.max(0, nextMs - System.currentTimeMillis());
    return new WaitingFile(
        new FileRef(request.inodeId(), request.path()),
        why,
        reason,
        sinceMs,
        nextMs,
        tries,
        System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(Math.min(waitMs, LONGEST_WAIT_MS)));
  }

  private static GivenUp givenUp(DataInputStream body) throws IOException {
    return new GivenUp(
        body.readLong(),
        text(body),
        body.readLong(),
        body.readUTF().intern(),
        body.readUTF().intern(),
        text(body),
        body.readLong());
  }

  private static int crc(byte[] body) {
    CRC32 crc = new CRC32();
    crc.update(body);
    return (int) crc.getValue();
  }
}
