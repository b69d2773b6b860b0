@NullMarked
package org.tieredhdfs.bench.write.floor;

import org.jspecify.annotations.NullMarked;
