@NullMarked
package org.tieredhdfs.tiering.image;

import org.jspecify.annotations.NullMarked;
