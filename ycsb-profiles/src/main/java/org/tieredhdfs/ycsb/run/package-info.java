/** Workload profiles, and runs of the stock YCSB client in a process of its own. */
@NullMarked
package org.tieredhdfs.ycsb.run;

import org.jspecify.annotations.NullMarked;
