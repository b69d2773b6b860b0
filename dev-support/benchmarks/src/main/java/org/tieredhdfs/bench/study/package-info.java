/** YCSB on HBase, scaled to one machine: mixes of media, flash, and compression. */
@NullMarked
package org.tieredhdfs.bench.study;

import org.jspecify.annotations.NullMarked;
