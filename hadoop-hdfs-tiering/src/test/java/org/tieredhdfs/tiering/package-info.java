@NullMarked
package org.tieredhdfs.tiering;

import org.jspecify.annotations.NullMarked;
