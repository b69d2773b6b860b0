/** The commands that start, show and stop a local cluster, and the code that all commands share. */
@NullMarked
package org.tieredhdfs.localcluster.cli;

import org.jspecify.annotations.NullMarked;
