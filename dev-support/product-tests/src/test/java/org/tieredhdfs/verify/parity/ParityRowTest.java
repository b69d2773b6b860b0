package org.tieredhdfs.verify.parity;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.verify.fixture.ResultLines;
import org.tieredhdfs.verify.parity.PlayResult.Done;
import org.tieredhdfs.verify.parity.PlayResult.Kept;

class ParityRowTest {
  @TempDir Path tmp;

  @Test
  void aRowIsReadAsItWasWritten() throws Exception {
    PlayResult play =
        new PlayResult(
            "ours",
            List.of(new Done("0.1 write", true, 3, -1, "refused")),
            List.of(new Kept("f", 7, "", "")),
            5,
            List.of("KILL dn0"));
    ParityRow row =
        new ParityRow(
            1, "random", ParityRow.WORSE, List.of("lost"), List.of("s"), List.of(play), 9);
    Path file = tmp.resolve("rows.jsonl");
    ResultLines.open(file, ParityRow.class, ParityRow::subject, "random").add(row);

    assertThat(ResultLines.open(file, ParityRow.class, ParityRow::subject, "random").all())
        .containsExactly(row);
    assertThat(row.isBad()).isTrue();
  }

  @Test
  void logsThatFollowEachOtherCountAsOne() {
    assertThat(
            Kept.ofRolledLogs(
                List.of(
                    new Kept("c0-log0", 3, "", ""),
                    new Kept("c0-log0-rolled", 4, "lost", ""),
                    new Kept("c0-f1", 5, "", "")),
                ScriptedClient.ROLLED))
        .containsExactly(new Kept("c0-log0", 7, "lost", ""), new Kept("c0-f1", 5, "", ""));
  }

  @Test
  void oneBitIsFlippedBehindTheHeaderOfChecksumsAndWithinTheFile() throws Exception {
    Path file = tmp.resolve("blk_1_2.meta");
    Files.write(file, new byte[12]);
    Replicas.flip(file, true, 8);
    assertThat(Files.readAllBytes(file)).containsExactly(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0);
    Replicas.flip(file, false, 12);
    assertThat(Files.readAllBytes(file)).containsExactly(1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0);
  }
}
