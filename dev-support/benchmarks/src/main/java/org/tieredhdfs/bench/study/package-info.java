/** Repeats the cases of the study of 2016, scaled to one machine: what a mix of media gains. */
@NullMarked
package org.tieredhdfs.bench.study;

import org.jspecify.annotations.NullMarked;
