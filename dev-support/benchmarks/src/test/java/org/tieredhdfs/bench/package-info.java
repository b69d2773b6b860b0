@NullMarked
package org.tieredhdfs.bench;

import org.jspecify.annotations.NullMarked;
