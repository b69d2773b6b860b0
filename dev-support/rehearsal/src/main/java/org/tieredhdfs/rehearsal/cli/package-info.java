/** The commands that try the installation, the examples and stock clients. */
@NullMarked
package org.tieredhdfs.rehearsal.cli;

import org.jspecify.annotations.NullMarked;
