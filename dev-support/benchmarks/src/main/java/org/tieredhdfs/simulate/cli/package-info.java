/** The command line of simulations. */
@NullMarked
package org.tieredhdfs.simulate.cli;

import org.jspecify.annotations.NullMarked;
