/** Starts each example configuration as a cluster and checks it. */
@NullMarked
package org.tieredhdfs.rehearsal.example;

import org.jspecify.annotations.NullMarked;
