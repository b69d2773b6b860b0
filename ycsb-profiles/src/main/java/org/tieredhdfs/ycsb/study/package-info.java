/**
 * The cases of the published study on mixes of media, and the workload profiles that repeat them.
 */
@NullMarked
package org.tieredhdfs.ycsb.study;

import org.jspecify.annotations.NullMarked;
