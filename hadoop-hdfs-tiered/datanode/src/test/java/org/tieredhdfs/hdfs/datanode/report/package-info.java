/** Tests of what a DataNode tells its NameNodes of the health of its volumes. */
@NullMarked
package org.tieredhdfs.hdfs.datanode.report;

import org.jspecify.annotations.NullMarked;
