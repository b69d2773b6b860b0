/** The page of the documentation that is written from a report of {@code bench ycsb}. */
@NullMarked
package org.tieredhdfs.bench.study.page;

import org.jspecify.annotations.NullMarked;
