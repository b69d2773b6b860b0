package org.tieredhdfs.hdfs.datanode.volume.io;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import org.tieredhdfs.hdfs.datanode.volume.VolumeState;

/**
 * A file stream that counts the reads of another on the same descriptor at their volume.
 *
 * <p>It has to be a {@link FileInputStream}, whose channel and descriptor Hadoop asks for. Closing
 * it closes the other, too, as the JDK closes all streams of a descriptor together.
 */
public final class VolumeInputStream extends FileInputStream {
  private final FileInputStream inner;
  private final VolumeState volume;

  public VolumeInputStream(FileInputStream inner, FileDescriptor fd, VolumeState volume) {
    super(fd);
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
}
