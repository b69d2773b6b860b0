/** What a NameNode tells each DataNode of the others: how many could take over from it. */
@NullMarked
package org.tieredhdfs.hdfs.cluster;

import org.jspecify.annotations.NullMarked;
