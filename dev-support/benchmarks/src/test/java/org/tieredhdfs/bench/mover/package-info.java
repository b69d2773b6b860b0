@NullMarked
package org.tieredhdfs.bench.mover;

import org.jspecify.annotations.NullMarked;
