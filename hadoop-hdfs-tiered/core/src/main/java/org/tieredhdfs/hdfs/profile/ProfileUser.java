package org.tieredhdfs.hdfs.profile;

import java.io.IOException;

/** A dataset that applies its DataNode's profiles, and is notified when they change. */
public interface ProfileUser {

  /** Applies the current profiles. Does not wait for volumes. */
  void use(DatanodeProfiles profiles) throws IOException;
}
