/** What runs in the processes of Hadoop: the client of the jobs, and the topology. */
@NullMarked
package org.tieredhdfs.bench.terasort.job;

import org.jspecify.annotations.NullMarked;
