@NullMarked
package org.tieredhdfs.bench.failslow;

import org.jspecify.annotations.NullMarked;
