/** Patches that let writers which name no storage write where the NameNode chose. */
@NullMarked
package org.tieredhdfs.hdfs.weave.writers;

import org.jspecify.annotations.NullMarked;
