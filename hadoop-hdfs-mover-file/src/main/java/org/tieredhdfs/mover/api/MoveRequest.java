package org.tieredhdfs.mover.api;

import java.util.List;

/**
 * The files and directories to move.
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
        throw new IllegalArgumentException("'" + path + "' is not an absolute path");
      }
    }
  }

  public static MoveRequest ofPaths(boolean recursive, String... paths) {
    return new MoveRequest(List.of(paths), List.of(), recursive);
  }
}
