/** What a local cluster is to be: its daemons, directories, class paths and settings. */
@NullMarked
package org.tieredhdfs.localcluster.spec;

import org.jspecify.annotations.NullMarked;
