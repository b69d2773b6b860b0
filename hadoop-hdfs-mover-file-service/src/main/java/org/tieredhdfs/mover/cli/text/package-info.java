/** What the commands print. */
@NullMarked
package org.tieredhdfs.mover.cli.text;

import org.jspecify.annotations.NullMarked;
