/** What rules do to files: rounds, and what they remember. */
@NullMarked
package org.tieredhdfs.tiering.round;

import org.jspecify.annotations.NullMarked;
