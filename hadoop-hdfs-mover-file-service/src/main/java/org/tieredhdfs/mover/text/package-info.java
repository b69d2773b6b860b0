/** Texts and JSON that the commands and the page show. */
@NullMarked
package org.tieredhdfs.mover.text;

import org.jspecify.annotations.NullMarked;
