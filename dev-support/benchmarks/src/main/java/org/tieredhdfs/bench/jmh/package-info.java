/** Benchmarks of single methods, by JMH. */
@NullMarked
package org.tieredhdfs.bench.jmh;

import org.jspecify.annotations.NullMarked;
