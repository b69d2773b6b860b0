@NullMarked
package org.tieredhdfs.bench.dfsio;

import org.jspecify.annotations.NullMarked;
