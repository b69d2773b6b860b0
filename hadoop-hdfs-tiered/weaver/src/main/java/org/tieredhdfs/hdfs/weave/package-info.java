/** Weaves the overlay: one small class for each patch point, and the run that applies them. */
@NullMarked
package org.tieredhdfs.hdfs.weave;

import org.jspecify.annotations.NullMarked;
