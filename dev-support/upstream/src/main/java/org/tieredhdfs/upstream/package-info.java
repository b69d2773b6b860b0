/**
 * Runs Hadoop's published test classes on stock Hadoop and on this project, and compares the
 * results.
 */
@NullMarked
package org.tieredhdfs.upstream;

import org.jspecify.annotations.NullMarked;
