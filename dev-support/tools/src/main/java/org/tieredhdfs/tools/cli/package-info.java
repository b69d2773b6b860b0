/** The command line of the development tools, {@code dev-support/tiered}. */
@NullMarked
package org.tieredhdfs.tools.cli;

import org.jspecify.annotations.NullMarked;
