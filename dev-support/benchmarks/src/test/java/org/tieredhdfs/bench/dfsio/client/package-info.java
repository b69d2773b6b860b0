@NullMarked
package org.tieredhdfs.bench.dfsio.client;

import org.jspecify.annotations.NullMarked;
