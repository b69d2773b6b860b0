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
 * @param policy the number of the policy that the file is to have
 * @param hadPolicy the number of that which the image says
 */
record PolicyChange(
    int rule, byte policy, long inode, String path, byte hadPolicy, long writtenMs, long readMs) {

  static PolicyChange of(int place, TieringRule rule, FileInode file) {
    return new PolicyChange(
        place,
        rule.policy(),
        file.number(),
        file.path(),
        file.policy(),
        file.writtenMs(),
        file.readMs());
  }

  void write(DataOutput out) throws IOException {
    out.writeInt(rule);
    out.writeByte(policy);
    out.writeLong(inode);
    byte[] bytes = path.getBytes(StandardCharsets.UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
    out.writeByte(hadPolicy);
    out.writeLong(writtenMs);
    out.writeLong(readMs);
  }

  static PolicyChange read(DataInput in) throws IOException {
    int rule = in.readInt();
    byte policy = in.readByte();
    long inode = in.readLong();
    byte[] bytes = new byte[in.readInt()];
    in.readFully(bytes);
    String path = new String(bytes, StandardCharsets.UTF_8);
    return new PolicyChange(rule, policy, inode, path, in.readByte(), in.readLong(), in.readLong());
  }
}
