/** The command line of the development tools, {@code dev-support/tiered}. */
@NullMarked
package org.tieredhdfs.launcher;

import org.jspecify.annotations.NullMarked;
