package org.tieredhdfs.mover.api;

import java.util.List;

/**
 * What is to be moved.
 *
 * @param paths files and directories, absolute within the mover's file system
 * @param inodeIds files and directories by their inode ids
 * @param recursive whether directories below the given ones are walked, too
 */
public record MoveRequest(List<String> paths, List<Long> inodeIds, boolean recursive) {

  public MoveRequest {
    paths = List.copyOf(paths);
    inodeIds = List.copyOf(inodeIds);
    for (String path : paths) {
      if (!path.startsWith("/")) {
        throw new IllegalArgumentException("'" + path + "' is no absolute path of the file system");
      }
    }
  }

  public static MoveRequest ofPaths(boolean recursive, String... paths) {
    return new MoveRequest(List.of(paths), List.of(), recursive);
  }
}
