/** Weaves the overlay: the run that applies the patches, and what decides which Hadoop is woven. */
@NullMarked
package org.tieredhdfs.hdfs.weave;

import org.jspecify.annotations.NullMarked;
