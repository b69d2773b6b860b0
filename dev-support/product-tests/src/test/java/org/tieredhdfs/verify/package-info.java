@NullMarked
package org.tieredhdfs.verify;

import org.jspecify.annotations.NullMarked;
