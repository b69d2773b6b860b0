/** The processes of a benchmark: what they tell each other, and their end. */
@NullMarked
package org.tieredhdfs.bench.write.process;

import org.jspecify.annotations.NullMarked;
