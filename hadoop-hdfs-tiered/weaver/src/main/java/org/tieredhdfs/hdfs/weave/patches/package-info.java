/** The patches, a class for each theme, and what they change byte code with. */
@NullMarked
package org.tieredhdfs.hdfs.weave.patches;

import org.jspecify.annotations.NullMarked;
