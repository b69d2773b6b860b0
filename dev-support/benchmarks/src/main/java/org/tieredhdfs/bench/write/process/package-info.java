/** What the processes of a benchmark say to each other. */
@NullMarked
package org.tieredhdfs.bench.write.process;

import org.jspecify.annotations.NullMarked;
