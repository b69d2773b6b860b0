@NullMarked
package org.tieredhdfs.tools.rehearsal;

import org.jspecify.annotations.NullMarked;
