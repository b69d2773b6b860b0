/** What it costs the NameNode to tell DataNodes through clients which storages it chose. */
@NullMarked
package org.tieredhdfs.bench.allocate;

import org.jspecify.annotations.NullMarked;
