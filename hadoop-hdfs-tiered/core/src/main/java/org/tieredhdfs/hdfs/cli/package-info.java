/** The {@code hdfs tiered} commands. */
@NullMarked
package org.tieredhdfs.hdfs.cli;

import org.jspecify.annotations.NullMarked;
