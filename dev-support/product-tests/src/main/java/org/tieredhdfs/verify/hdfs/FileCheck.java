package org.tieredhdfs.verify.hdfs;

import java.io.IOException;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;

/** Reads a file after a fault and compares it with what was promised. Stateless. */
public final class FileCheck {
  private static final int BUFFER_BYTES = 128 << 10;

  private FileCheck() {}

  /**
   * What was found.
   *
   * @param lost a sentence if something is not there that was promised, else empty
   * @param wrong a sentence if something was read that was never written, else empty
   * @param told bytes that were not promised and are gone, which reading or length tells
   * @param kept bytes that can be read, from the first on
   */
  public record Finding(String lost, String wrong, long told, long kept) {}

  /**
   * @param isFlushPromised whether what was flushed has to be there, since a machine with all of it
   *     kept its power
   */
  public static Finding of(FileSystem fs, PromisedFile file, boolean isFlushPromised) {
    long readable = 0;
    String why = "";
    byte[] buffer = new byte[BUFFER_BYTES];
    try (FSDataInputStream in = fs.open(file.path())) {
      int read = in.read(buffer);
      while (read >= 0) {
        int wrong = KnownContent.firstWrong(buffer, read, file.seed(), readable);
        if (wrong >= 0) {
          return new Finding(
              "", file + ": byte " + (readable + wrong) + " is wrong", 0, readable + wrong);
        }
        readable += read;
        read = in.read(buffer);
      }
    } catch (IOException | RuntimeException e) {
      // A striped reader throws a NullPointerException if too few DataNodes answer
      why = e.toString();
    }
    if (readable > file.writtenBytes() && file.isClosed()) {
      return new Finding("", file + ": is " + readable + " bytes long", 0, readable);
    }
    String lost = lost(fs, file, isFlushPromised, readable, why);
    return new Finding(lost, "", Math.max(0, file.writtenBytes() - readable), readable);
  }

  private static String lost(
      FileSystem fs, PromisedFile file, boolean isFlushPromised, long readable, String why) {
    if (isFlushPromised && readable < file.flushedBytes()) {
      return file + ": readable up to " + readable + " where flushed bytes were promised: " + why;
    }
    for (PromisedFile.Range range : file.synced()) {
      // Check each range separately: an earlier block, of which nothing was promised, may be gone.
      String gone = range.to() <= readable ? "" : missing(fs, file, range);
      if (!gone.isEmpty()) {
        return file + ": " + range + " was synced: " + gone;
      }
    }
    return "";
  }

  private static String missing(FileSystem fs, PromisedFile file, PromisedFile.Range range) {
    byte[] bytes = new byte[(int) (range.to() - range.from())];
    try (FSDataInputStream in = fs.open(file.path())) {
      in.readFully(range.from(), bytes);
      return KnownContent.firstWrong(bytes, bytes.length, file.seed(), range.from()) < 0
          ? ""
          : "wrong bytes";
    } catch (IOException | RuntimeException e) {
      return e.toString();
    }
  }
}
