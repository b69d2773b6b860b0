@NullMarked
package org.tieredhdfs.mover.work;

import org.jspecify.annotations.NullMarked;
