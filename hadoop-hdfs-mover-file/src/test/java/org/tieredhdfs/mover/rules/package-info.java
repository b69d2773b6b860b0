@NullMarked
package org.tieredhdfs.mover.rules;

import org.jspecify.annotations.NullMarked;
