/** The command {@code tiered verify-hbase}. */
@NullMarked
package org.tieredhdfs.verify.cli;

import org.jspecify.annotations.NullMarked;
