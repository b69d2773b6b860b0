@NullMarked
package org.tieredhdfs.tiering.round;

import org.jspecify.annotations.NullMarked;
