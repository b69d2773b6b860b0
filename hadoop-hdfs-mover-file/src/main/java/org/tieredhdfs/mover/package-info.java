/** The file-level mover: brings the blocks of given files to where their storage policy says. */
@NullMarked
package org.tieredhdfs.mover;

import org.jspecify.annotations.NullMarked;
