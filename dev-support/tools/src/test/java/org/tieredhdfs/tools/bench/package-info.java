@NullMarked
package org.tieredhdfs.tools.bench;

import org.jspecify.annotations.NullMarked;
