/** The cases of the study of 2016 again, scaled to one machine: what a mix of media buys. */
@NullMarked
package org.tieredhdfs.bench.study;

import org.jspecify.annotations.NullMarked;
