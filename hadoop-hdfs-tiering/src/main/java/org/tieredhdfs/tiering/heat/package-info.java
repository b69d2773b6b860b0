/** How much is read of which blocks and files, and which files are worth a fast medium. */
@NullMarked
package org.tieredhdfs.tiering.heat;

import org.jspecify.annotations.NullMarked;
