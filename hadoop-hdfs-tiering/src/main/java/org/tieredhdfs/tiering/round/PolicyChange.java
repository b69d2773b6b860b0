package org.tieredhdfs.tiering.round;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.tieredhdfs.tiering.image.FileInode;
import org.tieredhdfs.tiering.rule.TieringRule;

/**
 * What a rule wants of a file, and what the image said of the file.
 *
 * @param rule the place of the rule, from 0
 * @param policy the number of the policy that the file is to have; 0 for that of its directory
 * @param isForUnread whether the rule is not for the file any more when somebody reads it
 * @param hadPolicy the number of the policy that the image says
 * @param hadOwn the same if it was the file's own, else 0
 */
record PolicyChange(
    int rule,
    byte policy,
    boolean isForUnread,
    long inode,
    String path,
    long lengthBytes,
    byte hadPolicy,
    byte hadOwn,
    String owner,
    String group,
    long writtenMs,
    long readMs) {

  static PolicyChange of(int place, TieringRule rule, boolean isForUnread, FileInode file) {
    return of(place, rule.policy(), isForUnread, file);
  }

  static PolicyChange of(int place, byte policy, boolean isForUnread, FileInode file) {
    return new PolicyChange(
        place,
        policy,
        isForUnread,
        file.number(),
        file.path(),
        file.lengthBytes(),
        file.policy(),
        file.ownPolicy(),
        file.owner(),
        file.group(),
        file.writtenMs(),
        file.readMs());
  }

  void write(DataOutput out) throws IOException {
    out.writeInt(rule);
    out.writeByte(policy);
    out.writeBoolean(isForUnread);
    out.writeLong(inode);
    byte[] bytes = path.getBytes(StandardCharsets.UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
    out.writeLong(lengthBytes);
    out.writeByte(hadPolicy);
    out.writeByte(hadOwn);
    out.writeUTF(owner);
    out.writeUTF(group);
    out.writeLong(writtenMs);
    out.writeLong(readMs);
  }

  static PolicyChange read(DataInput in) throws IOException {
    int rule = in.readInt();
    byte policy = in.readByte();
    boolean isForUnread = in.readBoolean();
    long inode = in.readLong();
    byte[] bytes = new byte[in.readInt()];
    in.readFully(bytes);
    return new PolicyChange(
        rule,
        policy,
        isForUnread,
        inode,
        new String(bytes, StandardCharsets.UTF_8),
        in.readLong(),
        in.readByte(),
        in.readByte(),
        in.readUTF(),
        in.readUTF(),
        in.readLong(),
        in.readLong());
  }
}
