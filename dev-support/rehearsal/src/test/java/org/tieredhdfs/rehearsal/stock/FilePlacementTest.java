package org.tieredhdfs.rehearsal.stock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class FilePlacementTest {

  @Test
  void readsTheTypesOfEveryBlockFromAPageOfFsck() {
    String page =
        """
        FSCK started by me (auth:SIMPLE) from /127.0.0.1 for path /ram/given
        /ram/given 2446677 bytes, replicated: replication=3, 2 block(s):  OK
        0. BP-1-127.0.0.1-1:blk_1073741825_1001 len=1048576 Live_repl=3  [DatanodeInfoWithStorage[127.0.0.1:1,DS-a,RAMDISK], DatanodeInfoWithStorage[127.0.0.1:2,DS-b,DISK], DatanodeInfoWithStorage[127.0.0.1:3,DS-c,DISK]]
        1. BP-1-127.0.0.1-1:blk_1073741826_1002 len=7 Live_repl=1  [DatanodeInfoWithStorage[127.0.0.1:1,DS-a,RAM_DISK]]

        Status: HEALTHY
        """;

    assertThat(FsckPlacement.parse(page))
        .containsExactly(Map.of("RAMDISK", 1, "DISK", 2), Map.of("RAM_DISK", 1));
  }

  @Test
  void aFileWithoutBlocksHasNoPlace() {
    assertThat(FsckPlacement.parse("/empty 0 bytes, replicated: replication=3, 0 block(s):  OK\n"))
        .isEmpty();
  }

  @Test
  void anErasureCodedBlockMayBeShortButNotElsewhere() {
    ProbedFileKind striped = ProbedFileKind.STRIPED;

    assertThat(striped.isPlaced(Map.of("RAMDISK", 2))).isTrue();
    assertThat(striped.isPlaced(Map.of("RAMDISK", 2, "DISK", 1))).isFalse();
    assertThat(striped.isPlaced(Map.of())).isFalse();
  }
}
