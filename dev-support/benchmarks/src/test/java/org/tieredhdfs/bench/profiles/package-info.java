/** Tests of the benchmark of execution profiles, without daemons. */
@NullMarked
package org.tieredhdfs.bench.profiles;

import org.jspecify.annotations.NullMarked;
