@NullMarked
package org.tieredhdfs.bench.predict;

import org.jspecify.annotations.NullMarked;
