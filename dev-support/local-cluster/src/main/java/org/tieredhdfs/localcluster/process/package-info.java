/** The processes of a local cluster: how they start, what they leave behind, how they end. */
@NullMarked
package org.tieredhdfs.localcluster.process;

import org.jspecify.annotations.NullMarked;
