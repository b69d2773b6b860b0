package org.tieredhdfs.hdfs.conf;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.xml.stream.Location;
import javax.xml.stream.XMLStreamException;
import org.apache.hadoop.conf.Configuration;

/**
 * Turns an exception of {@link Configuration} about an unreadable file into one sentence that names
 * the file and the line.
 *
 * <p>A configuration throws only at the first access; asked again it answers without the bad file.
 * Therefore the files of the class path are read once more, one by one. Stateless.
 */
public final class UnreadableConfiguration {
  private static final List<String> SITE_FILES = List.of("core-site.xml", "hdfs-site.xml");

  private UnreadableConfiguration() {}

  /** A sentence for each file that cannot be read; empty if all can. */
  public static List<String> faults(Configuration conf) {
    List<String> faults = new ArrayList<>();
    for (String file : SITE_FILES) {
      Configuration alone = new Configuration(false);
      alone.setClassLoader(conf.getClassLoader());
      alone.addResource(file);
      load(alone).ifPresent(faults::add);
    }
    // after the site files, so that a bad file is reported once
    if (faults.isEmpty()) {
      load(conf).ifPresent(faults::add);
    }
    return faults;
  }

  private static Optional<String> load(Configuration conf) {
    try {
      conf.size();
      return Optional.empty();
    } catch (RuntimeException e) {
      return Optional.of(sentence(e));
    }
  }

  /** What {@code thrown}, which came out of a {@link Configuration}, says to an operator. */
  public static String sentence(RuntimeException thrown) {
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (cause instanceof XMLStreamException xml) {
        return where(xml) + ": malformed XML: " + firstLine(xml);
      }
    }
    Throwable root = thrown.getCause() == null ? thrown : thrown.getCause();
    return "cannot read the configuration: " + firstLine(root);
  }

  private static String where(XMLStreamException xml) {
    Location location = xml.getLocation();
    if (location == null) {
      return "configuration file";
    }
    String file = location.getSystemId() == null ? "configuration file" : location.getSystemId();
    return file + " line " + location.getLineNumber() + " column " + location.getColumnNumber();
  }

  /** Parsers repeat the place in further lines. */
  private static String firstLine(Throwable thrown) {
    String message = thrown.getMessage() == null ? thrown.toString() : thrown.getMessage();
    return message.lines().findFirst().orElse("").strip();
  }
}
