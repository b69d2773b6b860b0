/** The specification of a local cluster: daemons, directories, class paths and settings. */
@NullMarked
package org.tieredhdfs.localcluster.spec;

import org.jspecify.annotations.NullMarked;
