/** Measures the write path with this project's client, its DataNodes, or both. */
@NullMarked
package org.tieredhdfs.bench.write;

import org.jspecify.annotations.NullMarked;
