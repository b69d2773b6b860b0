/** The configuration files of a local cluster. */
@NullMarked
package org.tieredhdfs.localcluster.conf;

import org.jspecify.annotations.NullMarked;
