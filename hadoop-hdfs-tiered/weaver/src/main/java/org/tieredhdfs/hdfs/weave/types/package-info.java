/** The patches of the storage type enums: their constants, numbers and tokens. */
@NullMarked
package org.tieredhdfs.hdfs.weave.types;

import org.jspecify.annotations.NullMarked;
