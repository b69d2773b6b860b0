/** Rehearses an installation and its removal, rolling, while clients work. */
@NullMarked
package org.tieredhdfs.rehearsal;

import org.jspecify.annotations.NullMarked;
