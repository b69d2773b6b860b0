package org.tieredhdfs.hdfs.image;

import java.io.BufferedInputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.namenode.FSImageUtil;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.FileSummary;
import org.apache.hadoop.util.LimitInputStream;

/**
 * A checkpoint of a namespace, read section by section from the file that a NameNode has written.
 *
 * <p>Used by one thread.
 */
public final class ImageFile {
  private final Configuration conf;
  private final File file;
  private final FileSummary summary;

  public ImageFile(Configuration conf, File file) throws IOException {
    this.conf = conf;
    this.file = file;
    try (RandomAccessFile in = new RandomAccessFile(file, "r")) {
      if (!FSImageUtil.checkFileFormat(in)) {
        throw new IOException(file + " is not a namespace image");
      }
      this.summary = FSImageUtil.loadSummary(in);
    }
  }

  /**
   * The last transaction in it, by the name that NameNodes give to images; -1 if it has another.
   */
  public long lastTransaction() {
    String digits = file.getName().replaceFirst("^fsimage_(?=[0-9]+$)", "");
    return digits.matches("[0-9]{1,19}") ? Long.parseLong(digits) : -1;
  }

  /** The content of a section, from its beginning; empty if there is no such section. */
  public InputStream section(String name) throws IOException {
    for (FileSummary.Section section : summary.getSectionsList()) {
      if (section.getName().equals(name)) {
        return open(section);
      }
    }
    return InputStream.nullInputStream();
  }

  private InputStream open(FileSummary.Section section) throws IOException {
    FileInputStream in = new FileInputStream(file);
    try {
      in.getChannel().position(section.getOffset());
      return FSImageUtil.wrapInputStreamForCompression(
          conf,
          summary.getCodec(),
          new BufferedInputStream(new LimitInputStream(in, section.getLength())));
    } catch (IOException | RuntimeException e) {
      // such as a codec that is not installed
      in.close();
      throw e;
    }
  }
}
