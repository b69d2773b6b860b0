/** The development tools: local cluster, emulated media, benchmarks. Never distributed. */
@NullMarked
package org.tieredhdfs.tools;

import org.jspecify.annotations.NullMarked;
