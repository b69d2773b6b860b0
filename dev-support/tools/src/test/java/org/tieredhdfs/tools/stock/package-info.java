@NullMarked
package org.tieredhdfs.tools.stock;

import org.jspecify.annotations.NullMarked;
