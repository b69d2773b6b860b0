/** The ready examples of configuration, each started as a cluster and looked at. */
@NullMarked
package org.tieredhdfs.rehearsal.example;

import org.jspecify.annotations.NullMarked;
