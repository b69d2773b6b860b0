/** The frame of all experiments: what each of them says, and what is done for all of them. */
@NullMarked
package org.tieredhdfs.bench.experiment;

import org.jspecify.annotations.NullMarked;
