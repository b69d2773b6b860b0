/** Patches of what a NameNode makes of volumes that hang or are slow. */
@NullMarked
package org.tieredhdfs.hdfs.weave.health;

import org.jspecify.annotations.NullMarked;
