@NullMarked
package org.tieredhdfs.tools.verify;

import org.jspecify.annotations.NullMarked;
