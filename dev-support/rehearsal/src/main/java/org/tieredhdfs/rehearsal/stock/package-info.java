/** Tries clients with stock jars on a cluster of this project, and writes the table of results. */
@NullMarked
package org.tieredhdfs.rehearsal.stock;

import org.jspecify.annotations.NullMarked;
