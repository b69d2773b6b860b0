@NullMarked
package org.tieredhdfs.bench.write.process;

import org.jspecify.annotations.NullMarked;
