package org.tieredhdfs.rehearsal.stock.probe;

import static org.tieredhdfs.rehearsal.stock.probe.Subject.BLOCK_BYTES;
import static org.tieredhdfs.rehearsal.stock.probe.Subject.FILE_BYTES;
import static org.tieredhdfs.rehearsal.stock.probe.Subject.content;
import static org.tieredhdfs.rehearsal.stock.probe.Subject.require;
import static org.tieredhdfs.rehearsal.stock.probe.Subject.requireContent;

import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.QuotaUsage;
import org.apache.hadoop.fs.StorageType;

/** The operations of Hadoop's Java API, of whichever file system. */
record FileSystemOperations(FileSystem fs, Subject subject) implements ProbeMain.Operations {
  private static final int BUFFER_BYTES = 4096;
  private static final int WAIT_LIMIT_SEC = 30;

  /** The name of the capability, whose constants differ between versions of Hadoop. */
  private static final String HFLUSH = "hflush";

  @Override
  public void run(Operation operation) throws Exception {
    switch (operation) {
      case LIST -> {
        FileStatus[] found = fs.listStatus(new Path(subject.root()));
        require(
            Arrays.stream(found)
                .anyMatch(
                    status ->
                        status.getPath().getName().equals("given")
                            && status.getLen() == FILE_BYTES),
            "the file is not in the list");
      }
      case READ -> requireContent(read(given()), FILE_BYTES);
      case PREAD -> {
        byte[] expected = content(FILE_BYTES);
        try (FSDataInputStream in = fs.open(given())) {
          for (int offset : new int[] {FILE_BYTES - 1000, 5, BLOCK_BYTES - 500, 2 * BLOCK_BYTES}) {
            byte[] part = new byte[1000];
            in.readFully(offset, part);
            require(
                Arrays.equals(part, Arrays.copyOfRange(expected, offset, offset + part.length)),
                "other bytes at " + offset);
          }
        }
      }
      case WRITE -> written("written");
      case APPEND -> {
        Path file = own("appended");
        byte[] whole = content(FILE_BYTES);
        try (FSDataOutputStream out = create(file)) {
          out.write(whole, 0, BLOCK_BYTES / 2);
        }
        try (FSDataOutputStream out = fs.append(file)) {
          out.write(whole, BLOCK_BYTES / 2, FILE_BYTES - BLOCK_BYTES / 2);
        }
        requireContent(read(file), FILE_BYTES);
      }
      case TRUNCATE -> {
        Path file = written("truncated");
        int length = BLOCK_BYTES + BLOCK_BYTES / 2;
        boolean isDone = fs.truncate(file, length);
        for (int i = 0; !isDone && i < WAIT_LIMIT_SEC; i++) {
          // the truncation ends with the recovery of the last block
          TimeUnit.SECONDS.sleep(1);
          isDone = canBeAppendedTo(file);
        }
        require(isDone, "not truncated within " + WAIT_LIMIT_SEC + " s");
        requireContent(read(file), length);
      }
      case HFLUSH -> hflush();
      case SETREP -> {
        if (subject.isErasureCoded()) {
          throw new NotOfferedException("erasure-coded files have none");
        }
        Path file = written("setrep");
        require(fs.setReplication(file, (short) 2), "refused");
        require(fs.getFileStatus(file).getReplication() == 2, "the replication is not 2");
      }
      case RENAME -> {
        Path file = written("before");
        require(fs.rename(file, own("renamed")), "refused");
        require(!fs.exists(file), "the old name is still there");
        requireContent(read(own("renamed")), FILE_BYTES);
      }
      case DELETE -> {
        Path file = written("deleted");
        require(fs.delete(file, false), "refused");
        require(!fs.exists(file), "it is still there");
      }
      case POLICY -> policy();
      case POLICIES -> {
        require(
            fs.getAllStoragePolicies().stream()
                .anyMatch(policy -> policy.getName().equals(subject.policy())),
            "there is no " + subject.policy());
      }
      case LOCATIONS -> {
        BlockLocation[] found = fs.getFileBlockLocations(given(), 0, FILE_BYTES);
        int expected = subject.isErasureCoded() ? 2 : 3;
        require(found.length == expected, found.length + " blocks instead of " + expected);
        int replicas = fs.getFileStatus(given()).getReplication();
        for (BlockLocation location : found) {
          require(
              location.getHosts().length >= replicas,
              "a block with " + location.getHosts().length + " locations");
        }
      }
      case QUOTA -> {
        QuotaUsage usage = fs.getQuotaUsage(new Path(subject.root()));
        long disk = usage.getTypeQuota(StorageType.DISK);
        require(disk == Subject.DISK_QUOTA_BYTES, "the quota of DISK is shown as " + disk);
        for (StorageType type : StorageType.getTypesSupportingQuota()) {
          if (type.name().equals(subject.customType())) {
            long custom = usage.getTypeQuota(type);
            require(custom == Subject.CUSTOM_QUOTA_BYTES, "the quota of " + type + " is " + custom);
            require(usage.getTypeConsumed(type) > 0, "nothing lies on " + type);
          }
        }
      }
      case CHECKSUM ->
          require(fs.getFileChecksum(given()) != null, "there is no checksum of " + given());
      case FSCK -> throw new NotOfferedException("a tool, not a call");
    }
  }

  private Path given() {
    return new Path(subject.given());
  }

  private Path own(String name) {
    return new Path(subject.own(name));
  }

  private byte[] read(Path file) throws IOException {
    try (FSDataInputStream in = fs.open(file)) {
      return in.readAllBytes();
    }
  }

  private FSDataOutputStream create(Path file) throws IOException {
    short replication = fs.getFileStatus(given()).getReplication();
    return fs.create(file, true, BUFFER_BYTES, replication, BLOCK_BYTES);
  }

  private Path written(String name) throws IOException {
    Path file = own(name);
    try (FSDataOutputStream out = create(file)) {
      out.write(content(FILE_BYTES));
    }
    requireContent(read(file), FILE_BYTES);
    return file;
  }

  private boolean canBeAppendedTo(Path file) {
    try {
      fs.append(file).close();
      return true;
    } catch (IOException notYet) {
      return false;
    }
  }

  private void hflush() throws Exception {
    Path file = own("flushed");
    byte[] whole = content(FILE_BYTES);
    int visible = BLOCK_BYTES + 1000;
    try (FSDataOutputStream out = create(file)) {
      if (!out.hasCapability(HFLUSH)) {
        throw new NotOfferedException("the stream has no hflush");
      }
      out.write(whole, 0, visible);
      out.hflush();
      requireContent(read(file), visible);
      out.write(whole, visible, FILE_BYTES - visible);
    }
    requireContent(read(file), FILE_BYTES);
  }

  private void policy() throws IOException {
    Path directory = own("policy");
    fs.mkdirs(directory);
    fs.setStoragePolicy(directory, subject.policy());
    String found = fs.getStoragePolicy(directory).getName();
    require(found.equals(subject.policy()), "the policy is " + found);
  }
}
