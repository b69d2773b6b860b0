@NullMarked
package org.tieredhdfs.bench.write;

import org.jspecify.annotations.NullMarked;
