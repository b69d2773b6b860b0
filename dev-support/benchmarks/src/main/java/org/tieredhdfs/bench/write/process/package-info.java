/** The protocol between the processes of a benchmark. */
@NullMarked
package org.tieredhdfs.bench.write.process;

import org.jspecify.annotations.NullMarked;
