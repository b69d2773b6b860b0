/** Placeholder. */
package org.tieredhdfs.hdfs.weave;
