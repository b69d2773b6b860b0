@NullMarked
package org.tieredhdfs.bench.rows;

import org.jspecify.annotations.NullMarked;
