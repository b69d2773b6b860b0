/** House rules that the tests of all modules follow. */
@NullMarked
package org.tieredhdfs.house;

import org.jspecify.annotations.NullMarked;
