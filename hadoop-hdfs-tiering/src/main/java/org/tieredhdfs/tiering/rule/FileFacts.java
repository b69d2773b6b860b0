package org.tieredhdfs.tiering.rule;

import java.util.function.BooleanSupplier;

/**
 * What an expression needs to know besides the files.
 *
 * @param nowMs the time from which ages count, in milliseconds since 1970
 * @param hasReadTimes whether the NameNode keeps the times of reads; asked if it matters
 * @param policies the policies that there are
 */
public record FileFacts(long nowMs, BooleanSupplier hasReadTimes, PolicyNames policies) {}
