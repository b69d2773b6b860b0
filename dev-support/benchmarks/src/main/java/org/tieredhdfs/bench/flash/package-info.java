/** Repeats the YCSB part of the study of flash arrays of 2013, scaled to one machine. */
@NullMarked
package org.tieredhdfs.bench.flash;

import org.jspecify.annotations.NullMarked;
