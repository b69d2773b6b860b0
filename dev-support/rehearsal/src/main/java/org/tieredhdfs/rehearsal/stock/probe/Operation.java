package org.tieredhdfs.rehearsal.stock.probe;

/** The operations tried with each client on each kind of file, in order. */
public enum Operation {
  LIST("list"),
  READ("read"),
  PREAD("positioned read"),
  WRITE("write"),
  APPEND("append"),
  TRUNCATE("truncate"),
  HFLUSH("hflush, then read"),
  SETREP("setrep"),
  RENAME("rename"),
  DELETE("delete"),
  POLICY("set and get a policy"),
  POLICIES("list policies"),
  LOCATIONS("block locations"),
  QUOTA("count -q -t"),
  CHECKSUM("checksum"),
  FSCK("fsck");

  private final String title;

  Operation(String title) {
    this.title = title;
  }

  public String title() {
    return title;
  }
}
