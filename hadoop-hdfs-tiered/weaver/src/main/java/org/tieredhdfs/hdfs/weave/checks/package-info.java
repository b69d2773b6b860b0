/** The patches that make a daemon check and refuse before anything is changed. */
@NullMarked
package org.tieredhdfs.hdfs.weave.checks;

import org.jspecify.annotations.NullMarked;
