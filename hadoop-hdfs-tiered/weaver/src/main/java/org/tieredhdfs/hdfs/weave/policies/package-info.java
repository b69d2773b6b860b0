/** The patches of storage policies: the set of them, change notices, and their use. */
@NullMarked
package org.tieredhdfs.hdfs.weave.policies;

import org.jspecify.annotations.NullMarked;
