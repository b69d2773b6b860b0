/** Patches for writers that name no storage: they write where the NameNode chose. */
@NullMarked
package org.tieredhdfs.hdfs.weave.writers;

import org.jspecify.annotations.NullMarked;
