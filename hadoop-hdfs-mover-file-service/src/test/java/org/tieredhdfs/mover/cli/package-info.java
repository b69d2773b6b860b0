@NullMarked
package org.tieredhdfs.mover.cli;

import org.jspecify.annotations.NullMarked;
