package org.tieredhdfs.bench.cli;

import java.util.concurrent.Callable;
import org.tieredhdfs.bench.mover.MoverBench;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Compares movers: the time and cost of moving files to their policy. */
@Command(
    name = "mover",
    sortOptions = false,
    description = {
      "Compares Hadoop's Mover, its external storage policy satisfier and the file"
          + " mover: files are renamed to a directory with another storage policy, one"
          + " file, many small ones, large ones between slow devices, and while clients"
          + " write.",
      "--seconds is how long one of them may take for the files of a case; what it has not moved"
          + " by then counts as not moved. By default 3 repeats, of the satisfier one: about 45 minutes"
          + " for both sides; --quick takes about 5.",
    })
public final class BenchMoverCommand implements Callable<Integer> {
  @Mixin BenchOptions options = new BenchOptions("mover", new BenchOptions.Defaults(3, 120, 30));

  @Override
  public Integer call() throws Exception {
    return options.run(
        (plan, progress) ->
            new MoverBench(
                    plan,
                    options.isQuick() ? MoverBench.Sizes.QUICK : MoverBench.Sizes.USUAL,
                    progress)
                .run(),
        "seconds",
        "newReplicaSeconds",
        "filesPerSec",
        "mbPerSec",
        "satisfiedPercent",
        "foregroundP99Ms");
  }
}
