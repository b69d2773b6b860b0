/** The client of the DFSIO benchmark, in a process of its own. */
@NullMarked
package org.tieredhdfs.bench.dfsio.client;

import org.jspecify.annotations.NullMarked;
