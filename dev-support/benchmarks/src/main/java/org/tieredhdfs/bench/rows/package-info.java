/** The rows of a report whose run may have been interrupted. */
@NullMarked
package org.tieredhdfs.bench.rows;

import org.jspecify.annotations.NullMarked;
