/** Benchmarks of single methods, by JMH. */
@NullMarked
package org.tieredhdfs.tools.jmh;

import org.jspecify.annotations.NullMarked;
