@NullMarked
package org.tieredhdfs.rehearsal;

import org.jspecify.annotations.NullMarked;
