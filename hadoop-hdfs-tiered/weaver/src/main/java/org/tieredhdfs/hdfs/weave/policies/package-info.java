/**
 * The patches of storage policies: which there are, who hears of a change, what they are used for.
 */
@NullMarked
package org.tieredhdfs.hdfs.weave.policies;

import org.jspecify.annotations.NullMarked;
