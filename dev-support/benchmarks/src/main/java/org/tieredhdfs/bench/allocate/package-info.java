/** Measures what it costs the NameNode to pass chosen storages to DataNodes in block tokens. */
@NullMarked
package org.tieredhdfs.bench.allocate;

import org.jspecify.annotations.NullMarked;
