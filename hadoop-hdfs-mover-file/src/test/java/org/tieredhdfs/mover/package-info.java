@NullMarked
package org.tieredhdfs.mover;

import org.jspecify.annotations.NullMarked;
