/** The commands that are run as {@code hdfs tiered}. */
@NullMarked
package org.tieredhdfs.hdfs.cli;

import org.jspecify.annotations.NullMarked;
