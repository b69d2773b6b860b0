package org.tieredhdfs.hdfs.profile;

import java.io.IOException;

/** A dataset that works by the profiles of its DataNode, and is told when they change. */
public interface ProfileUser {

  /** Takes the profiles as they are now. Does not wait for volumes. */
  void use(DatanodeProfiles profiles) throws IOException;
}
