/** Placeholder. */
package org.tieredhdfs.ycsb;
