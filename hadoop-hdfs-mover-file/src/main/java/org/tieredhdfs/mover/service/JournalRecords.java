package org.tieredhdfs.mover.service;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.RequestStatusProto;
import org.tieredhdfs.mover.service.QueuedRequest.Origin;

/**
 * The format of journal records.
 *
 * <pre>
 *   length of body (4) | CRC-32 of body (4) | body
 *   body: 'A' id group size inode origin user recursive time path     accepted
 *         'E' id                       ended
 *         'F' status                   a user's request that has ended, in protobuf
 *         'S' transaction              all events up to it are recorded
 *         'I' id                       ids up to it were given away
 * </pre>
 */
final class JournalRecords {
  private static final int MAX_BODY_BYTES = 64 * 1024;
  private static final byte ACCEPTED = 'A';
  private static final byte ENDED = 'E';
  private static final byte FINISHED = 'F';
  private static final byte SEEN = 'S';
  private static final byte USED_IDS = 'I';

  private JournalRecords() {}

  /** What writes a body. */
  private interface Body {
    void write(DataOutputStream out) throws IOException;
  }

  static void accepted(DataOutputStream out, QueuedRequest request) throws IOException {
    byte[] path = request.path().getBytes(StandardCharsets.UTF_8);
    record(
        out,
        body -> {
          body.writeByte(ACCEPTED);
          body.writeLong(request.id());
          body.writeLong(request.group());
          body.writeInt(request.groupSize());
          body.writeLong(request.inodeId());
          body.writeUTF(request.origin().name());
          body.writeUTF(request.user());
          body.writeBoolean(request.isRecursive());
          body.writeLong(request.acceptedMs());
          body.writeInt(path.length);
          body.write(path);
        });
  }

  static void ended(DataOutputStream out, long id) throws IOException {
    number(out, ENDED, id);
  }

  static void finished(DataOutputStream out, RequestStatusProto status) throws IOException {
    record(
        out,
        body -> {
          body.writeByte(FINISHED);
          status.writeTo(body);
        });
  }

  static void seen(DataOutputStream out, long transaction) throws IOException {
    number(out, SEEN, transaction);
  }

  static void usedIds(DataOutputStream out, long upTo) throws IOException {
    number(out, USED_IDS, upTo);
  }

  private static void number(DataOutputStream out, byte kind, long number) throws IOException {
    record(
        out,
        body -> {
          body.writeByte(kind);
          body.writeLong(number);
        });
  }

  private static void record(DataOutputStream out, Body content) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
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
  static void read(DataInputStream in, JournalState state) throws IOException {
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
      case ACCEPTED -> state.accepted(request(body));
      case FINISHED -> state.finished(RequestStatusProto.parseFrom(body));
      case ENDED -> state.ended(body.readLong());
      case SEEN -> state.seen(body.readLong());
      case USED_IDS -> state.usedIds(body.readLong());
      default -> throw new DamagedJournalException("a record of the unknown kind " + kind);
    }
  }

  private static QueuedRequest request(DataInputStream body) throws IOException {
    long id = body.readLong();
    long group = body.readLong();
    int groupSize = body.readInt();
    long inodeId = body.readLong();
    Origin origin = Origin.valueOf(body.readUTF());
    // the same few users over and over
    String user = body.readUTF().intern();
    boolean isRecursive = body.readBoolean();
    long acceptedMs = body.readLong();
    byte[] bytes = new byte[body.readInt()];
    body.readFully(bytes);
    String path = new String(bytes, StandardCharsets.UTF_8);
    return new QueuedRequest(
        id, group, groupSize, inodeId, path, origin, user, isRecursive, acceptedMs);
  }

  private static int crc(byte[] body) {
    CRC32 crc = new CRC32();
    crc.update(body);
    return (int) crc.getValue();
  }
}
