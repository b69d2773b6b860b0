@NullMarked
package org.tieredhdfs.product.mover;

import org.jspecify.annotations.NullMarked;
