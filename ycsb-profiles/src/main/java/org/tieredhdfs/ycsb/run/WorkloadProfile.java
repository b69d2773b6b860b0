package org.tieredhdfs.ycsb.run;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Properties;
import java.util.stream.Collectors;

/**
 * A named set of workload properties, kept as a property file beside this class that the YCSB
 * client also reads by itself.
 *
 * <p>All have records of 5 fields of 200 bytes; the mixes are those of the study on flash arrays.
 */
public enum WorkloadProfile {
  /** Inserts only, buffered. */
  LOAD("load"),
  /** A short mix of half reads, half updates. */
  MIX("mix"),
  /** 55 % insert, 45 % read. */
  INSERT_READ("insert55-read45"),
  /** 55 % insert, 45 % scan. */
  INSERT_SCAN("insert55-scan45"),
  /** 55 % update, 45 % scan. */
  UPDATE_SCAN("update55-scan45"),
  /** YCSB's E: 95 % scan, 5 % insert. */
  SCAN_INSERT("scan95-insert5");

  private static final String FOLDER = "/org/tieredhdfs/ycsb/profiles/";

  private final String profileName;

  WorkloadProfile(String profileName) {
    this.profileName = profileName;
  }

  /** The name by which an operator calls it. */
  public String profileName() {
    return profileName;
  }

  /** The profile called {@code name}; an exception that lists all names if there is none. */
  public static WorkloadProfile named(String name) {
    for (WorkloadProfile profile : values()) {
      if (profile.profileName.equals(name)) {
        return profile;
      }
    }
    throw new IllegalArgumentException(
        "profile: '"
            + name
            + "' is not allowed; it has to be one of "
            + Arrays.stream(values()).map(p -> p.profileName).collect(Collectors.joining(", ")));
  }

  /** A new copy of its properties. */
  public Properties properties() {
    String resource = FOLDER + profileName + ".properties";
    try (InputStream in = WorkloadProfile.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("not on the class path: " + resource);
      }
      Properties properties = new Properties();
      properties.load(in);
      return properties;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + resource, e);
    }
  }
}
