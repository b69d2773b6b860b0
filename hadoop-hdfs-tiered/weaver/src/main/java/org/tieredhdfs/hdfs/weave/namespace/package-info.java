/** The patches of what a NameNode keeps: edits, images, and the replicas it will have deleted. */
@NullMarked
package org.tieredhdfs.hdfs.weave.namespace;

import org.jspecify.annotations.NullMarked;
