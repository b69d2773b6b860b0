package org.tieredhdfs.hdfs.datanode.volume.io;

import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.RandomAccessFile;
import org.tieredhdfs.hdfs.datanode.volume.VolumeState;

/**
 * A file open for reading that counts the reads of another one on the same file at their volume.
 *
 * <p>It has to be a {@link RandomAccessFile}, which cannot stand for one that is open already. So
 * it opens the file once more, and reads, seeks and closes through the other.
 */
final class VolumeRandomAccessFile extends RandomAccessFile {
  private final RandomAccessFile inner;
  private final VolumeState volume;

  VolumeRandomAccessFile(File file, RandomAccessFile inner, VolumeState volume)
      throws FileNotFoundException {
    super(file, "r");
    this.inner = inner;
    this.volume = volume;
  }

  @Override
  public int read() throws IOException {
    return volume.reading("READ", 1, inner::read);
  }

  @Override
  public int read(byte[] bytes) throws IOException {
    return read(bytes, 0, bytes.length);
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    return volume.reading("READ", length, () -> inner.read(bytes, offset, length));
  }

  @Override
  public void seek(long position) throws IOException {
    inner.seek(position);
  }

  @Override
  public long getFilePointer() throws IOException {
    return inner.getFilePointer();
  }

  @Override
  public long length() throws IOException {
    return inner.length();
  }

  @Override
  public void close() throws IOException {
    try {
      super.close();
    } finally {
      inner.close();
    }
  }
}
