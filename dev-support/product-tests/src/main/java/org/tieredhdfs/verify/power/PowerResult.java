package org.tieredhdfs.verify.power;

import java.util.List;

/**
 * The result of one power cut.
 *
 * @param number from 1
 * @param seed of its load and its cut
 * @param dataset {@code ours} or {@code stock}; behind it {@code killed} where the power stayed
 * @param syncOnClose whether DataNodes synced whatever was closed
 * @param cut the machines that lost power, or their process
 * @param unflushedWrites that their devices had taken since the last flush
 * @param files written
 * @param syncedBytes that were promised to be on devices
 * @param flushedBytes that were promised to be with the operating systems
 * @param lost a sentence for each file that lost something promised
 * @param wrong a sentence for each file with bytes that were never written
 * @param toldBytes not promised and gone, which reading tells
 * @param tookMs all of it
 */
public record PowerResult(
    int number,
    long seed,
    String dataset,
    boolean syncOnClose,
    List<String> cut,
    long unflushedWrites,
    int files,
    long syncedBytes,
    long flushedBytes,
    List<String> lost,
    List<String> wrong,
    long toldBytes,
    long tookMs) {
  public PowerResult {
    cut = List.copyOf(cut);
    lost = List.copyOf(lost);
    wrong = List.copyOf(wrong);
  }
}
