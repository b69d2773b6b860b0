/** Tests of runs of the YCSB client, which is real and a process of its own. */
@NullMarked
package org.tieredhdfs.ycsb.run;

import org.jspecify.annotations.NullMarked;
