/** The commands that try installation, examples and stock clients. */
@NullMarked
package org.tieredhdfs.rehearsal.cli;

import org.jspecify.annotations.NullMarked;
