/** The patches of what is kept on the NameNode's disks: edits and images. */
@NullMarked
package org.tieredhdfs.hdfs.weave.namespace;

import org.jspecify.annotations.NullMarked;
