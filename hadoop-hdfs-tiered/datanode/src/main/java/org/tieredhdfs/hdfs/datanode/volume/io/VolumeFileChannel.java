package org.tieredhdfs.hdfs.datanode.volume.io;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import org.tieredhdfs.hdfs.datanode.volume.VolumeState;

/**
 * A file of a volume as the source of transfers to a non-blocking socket. Each transfer counts at
 * the volume; waiting for the reader between transfers does not.
 *
 * <p>It can do nothing else, and closes nothing: the channel that it stands for belongs to others.
 */
public final class VolumeFileChannel extends FileChannel {
  private final FileChannel file;
  private final VolumeState volume;

  public VolumeFileChannel(FileChannel file, VolumeState volume) {
    this.file = file;
    this.volume = volume;
  }

  @Override
  public long transferTo(long position, long count, WritableByteChannel target) throws IOException {
    return volume.reading("TRANSFER", count, () -> file.transferTo(position, count, target));
  }

  @Override
  public long size() throws IOException {
    return file.size();
  }

  @Override
  protected void implCloseChannel() {}

  private UnsupportedOperationException unused() {
    return new UnsupportedOperationException("A source of transfers, of " + volume);
  }

  @Override
  public int read(ByteBuffer target) {
    throw unused();
  }

  @Override
  public long read(ByteBuffer[] targets, int offset, int length) {
    throw unused();
  }

  @Override
  public int read(ByteBuffer target, long position) {
    throw unused();
  }

  @Override
  public int write(ByteBuffer source) {
    throw unused();
  }

  @Override
  public long write(ByteBuffer[] sources, int offset, int length) {
    throw unused();
  }

  @Override
  public int write(ByteBuffer source, long position) {
    throw unused();
  }

  @Override
  public long position() {
    throw unused();
  }

  @Override
  public FileChannel position(long newPosition) {
    throw unused();
  }

  @Override
  public FileChannel truncate(long size) {
    throw unused();
  }

  @Override
  public void force(boolean metaData) {
    throw unused();
  }

  @Override
  public long transferFrom(ReadableByteChannel source, long position, long count) {
    throw unused();
  }

  @Override
  public MappedByteBuffer map(MapMode mode, long position, long size) {
    throw unused();
  }

  @Override
  public FileLock lock(long position, long size, boolean shared) {
    throw unused();
  }

  @Override
  public FileLock tryLock(long position, long size, boolean shared) {
    throw unused();
  }
}
