/** What the write path costs, with our client, our DataNodes, or both. */
@NullMarked
package org.tieredhdfs.bench.write;

import org.jspecify.annotations.NullMarked;
