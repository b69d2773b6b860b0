@NullMarked
package org.tieredhdfs.rehearsal.stock;

import org.jspecify.annotations.NullMarked;
