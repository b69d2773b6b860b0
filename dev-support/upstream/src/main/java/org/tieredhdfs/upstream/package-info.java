/** Runs test classes that Hadoop publishes on stock Hadoop and on ours, and compares. */
@NullMarked
package org.tieredhdfs.upstream;

import org.jspecify.annotations.NullMarked;
