package org.tieredhdfs.bench.devices;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Side;

class VolumesFileTest {
  @TempDir Path out;

  @Test
  void hasALineForEachVolumeBelowOneHead() throws IOException {
    VolumesFile file = new VolumesFile(out);
    BenchmarkCase row = new BenchmarkCase("ssd-write-3", Side.OURS, 2, Map.of());
    file.add(row, Map.of("dn0/SSD0", new DiskLoad(10, 1.5, 2.25, 3, 40)));
    file.add(row, Map.of("dn1/SSD0", new DiskLoad(20, 0, 0, 0, 0)));
    assertThat(out.resolve("volumes.csv"))
        .hasContent(
            """
            case,side,repeat,volume,requestsPerSec,readMbPerSec,writeMbPerSec,awaitMs,utilPercent
            ssd-write-3,ours,2,dn0/SSD0,10.0,1.50,2.25,3.00,40.0
            ssd-write-3,ours,2,dn1/SSD0,20.0,0.00,0.00,0.00,0.0
            """);
    file.delete();
    assertThat(out.resolve("volumes.csv")).doesNotExist();
  }
}
