/** Shared code of the tests: a real HBase in the tests' own process. */
@NullMarked
package org.tieredhdfs.ycsb.testing;

import org.jspecify.annotations.NullMarked;
