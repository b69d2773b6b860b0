/** Tries clients with stock jars on a cluster of ours, and writes down what came of it. */
@NullMarked
package org.tieredhdfs.rehearsal.stock;

import org.jspecify.annotations.NullMarked;
