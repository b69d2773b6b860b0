/** Schedules of operations and faults on HBase, for both sides of a comparison. */
@NullMarked
package org.tieredhdfs.verify.parity.hbase;

import org.jspecify.annotations.NullMarked;
