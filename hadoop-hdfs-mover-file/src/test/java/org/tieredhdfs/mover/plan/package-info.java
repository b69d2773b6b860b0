@NullMarked
package org.tieredhdfs.mover.plan;

import org.jspecify.annotations.NullMarked;
