/** The commands {@code tiered demo} and {@code tiered load}. */
@NullMarked
package org.tieredhdfs.demo.cli;

import org.jspecify.annotations.NullMarked;
