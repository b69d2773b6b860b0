@NullMarked
package org.tieredhdfs.tools.bench.mover;

import org.jspecify.annotations.NullMarked;
