/** Rules of the house that tests of all modules hold. */
@NullMarked
package org.tieredhdfs.house;

import org.jspecify.annotations.NullMarked;
