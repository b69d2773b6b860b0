/** The patches of the NameNode's state: edits, images, and the replicas to delete. */
@NullMarked
package org.tieredhdfs.hdfs.weave.namespace;

import org.jspecify.annotations.NullMarked;
