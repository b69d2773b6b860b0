/** The processes of a local cluster: starting, output, stopping. */
@NullMarked
package org.tieredhdfs.localcluster.process;

import org.jspecify.annotations.NullMarked;
