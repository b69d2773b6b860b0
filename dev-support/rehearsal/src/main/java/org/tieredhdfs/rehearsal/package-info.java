/** The life of an installation: from stock to ours and back, rolling, while clients work. */
@NullMarked
package org.tieredhdfs.rehearsal;

import org.jspecify.annotations.NullMarked;
