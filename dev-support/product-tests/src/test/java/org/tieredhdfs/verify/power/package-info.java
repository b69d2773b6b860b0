@NullMarked
package org.tieredhdfs.verify.power;

import org.jspecify.annotations.NullMarked;
