/** The command that selects files. */
@NullMarked
package org.tieredhdfs.tiering.cli;

import org.jspecify.annotations.NullMarked;
