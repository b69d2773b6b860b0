package org.tieredhdfs.bench.cli;

import java.util.concurrent.Callable;
import org.tieredhdfs.bench.allocate.AllocateBench;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What it costs the NameNode to have its choice carried by writers. */
@Command(
    name = "allocate",
    sortOptions = false,
    description = {
      "Creates and abandons blocks under ALL_RAMDISK at a fixed rate, without block"
          + " tokens, and compares the NameNode's processor time per block: with the"
          + " chosen storages in the tokens, without them, and with three more calls for"
          + " each block, as if each DataNode asked.",
      "By default 10 rounds (--repeats) of 5 seconds a case: about 3 minutes; --side means nothing"
          + " here. 2 GB of memory."
    })
public final class BenchAllocateCommand implements Callable<Integer> {
  @Mixin BenchOptions options = new BenchOptions("allocate", new BenchOptions.Defaults(10, 5, 1));

  @Option(
      names = "--blocks",
      paramLabel = "N",
      description = "blocks that are created a second; default: ${DEFAULT-VALUE}")
  private int blocksPerSec = 2000;

  @Override
  public Integer call() throws Exception {
    return options.run(
        (plan, progress) -> new AllocateBench(plan, blocksPerSec, progress).run(),
        "blocksPerSec",
        "nameNodeCpuPerBlockUs");
  }
}
