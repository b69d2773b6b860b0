/** The patches that have a daemon check, and refuse, before anything is changed. */
@NullMarked
package org.tieredhdfs.hdfs.weave.checks;

import org.jspecify.annotations.NullMarked;
