@NullMarked
package org.tieredhdfs.tools.mover;

import org.jspecify.annotations.NullMarked;
