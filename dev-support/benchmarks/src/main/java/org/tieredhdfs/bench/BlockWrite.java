package org.tieredhdfs.bench;

/**
 * One block that was written.
 *
 * @param startMs when its volume was chosen, from the start of the run
 * @param endMs when it was closed
 * @param volume the index of the volume on which it lies
 */
record BlockWrite(long startMs, long endMs, int volume) {}
