/** The file mover: moves the blocks of given files to where their storage policy wants them. */
@NullMarked
package org.tieredhdfs.mover;

import org.jspecify.annotations.NullMarked;
