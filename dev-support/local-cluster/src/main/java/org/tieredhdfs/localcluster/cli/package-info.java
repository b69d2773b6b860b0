/** The commands that start, show and end a local cluster, and what all commands share. */
@NullMarked
package org.tieredhdfs.localcluster.cli;

import org.jspecify.annotations.NullMarked;
