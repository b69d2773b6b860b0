package org.tieredhdfs.bench.study.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.tieredhdfs.bench.experiment.ReportRows.row;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Report;
import org.tieredhdfs.report.ReportBuilder;
import org.tieredhdfs.report.Side;
import org.tieredhdfs.report.plot.BarPlot;

class StudyDocumentTest {
  private static final String APACHE = "Apache Hadoop and HBase";
  private static final String OURS = "this project";

  @TempDir Path folder;

  private static Report report(BenchmarkCase... rows) {
    ReportBuilder report = new ReportBuilder("ycsb");
    List.of(rows).forEach(report::add);
    return report.build();
  }

  private static BarPlot.Bar bar(BarPlot.Group group, String series) {
    return Objects.requireNonNull(group.bars().get(series), series);
  }

  @Test
  void writesThePageAndThePlotThatItShows() throws IOException {
    Path page = folder.resolve("what.md");
    StudyDocument document = new StudyDocument(page);
    document.write(
        report(row("1T_HDD", Side.STOCK, 1, 100), row("1T_SSD", Side.OURS, 1, 150)), List.of());

    assertThat(Files.readString(page)).contains("](images/what.png)");
    assertThat(ImageIO.read(folder.resolve("images/what.png").toFile())).isNotNull();
  }

  @Test
  void withoutHardDisksToCompareWithThePageHasNoPlot() throws IOException {
    Path page = folder.resolve("what.md");
    StudyDocument document = new StudyDocument(page);
    document.write(report(row("1T_SSD", Side.OURS, 1, 150)), List.of());

    assertThat(Files.readString(page)).doesNotContain("images/");
    assertThat(folder.resolve("images")).doesNotExist();
  }

  @Test
  void bothSidesAreComparedWithApachesHardDisksOfTheSameDataAndHaveTheirSpread() {
    BarPlot plot =
        new StudyPlot(
                report(
                    row("50G_HDD", Side.STOCK, 1, 200),
                    row("50G_RAM", Side.STOCK, 1, 300),
                    row("1T_HDD", Side.STOCK, 1, 90),
                    row("1T_HDD", Side.STOCK, 2, 100),
                    row("1T_HDD", Side.STOCK, 3, 120),
                    row("1T_HDD", Side.OURS, 1, 80),
                    row("1T_RAM_HDD", Side.OURS, 1, 120)))
            .plot()
            .orElseThrow();

    assertThat(plot.groups())
        .extracting(BarPlot.Group::label)
        .containsExactly("50G_RAM", "50G_HDD", "1T_HDD", "1T_RAM_HDD");
    BarPlot.Group ram = plot.groups().get(0);
    assertThat(ram.bars()).containsOnlyKeys(APACHE);
    assertThat(bar(ram, APACHE).value()).isCloseTo(1.5, within(1e-9));
    assertThat(ram.mark().orElseThrow()).isCloseTo(1.63, within(1e-9));
    BarPlot.Group disks = plot.groups().get(2);
    assertThat(bar(disks, APACHE)).isEqualTo(new BarPlot.Bar(1, 0.9, 1.2));
    assertThat(bar(disks, OURS)).isEqualTo(new BarPlot.Bar(0.8, 0.8, 0.8));
    BarPlot.Group inversion = plot.groups().get(3);
    assertThat(bar(inversion, OURS).value()).isCloseTo(1.2, within(1e-9));
    assertThat(inversion.mark()).isEqualTo(OptionalDouble.of(0.89));
  }

  @Test
  void oneSideIsComparedWithItsOwnHardDisks() {
    BarPlot plot =
        new StudyPlot(
                report(row("1T_HDD", Side.OURS, 1, 80), row("1T_SSD_All_HDD", Side.OURS, 1, 120)))
            .plot()
            .orElseThrow();

    assertThat(plot.title()).contains(OURS);
    assertThat(bar(plot.groups().get(1), OURS).value()).isCloseTo(1.5, within(1e-9));
    // the study compares this case with no other that leads to hard disks
    assertThat(plot.groups().get(1).mark()).isEmpty();
  }
}
