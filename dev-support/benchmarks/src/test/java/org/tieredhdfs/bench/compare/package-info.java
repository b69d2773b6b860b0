@NullMarked
package org.tieredhdfs.bench.compare;

import org.jspecify.annotations.NullMarked;
