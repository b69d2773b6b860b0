/**
 * The devices behind the volumes of a cluster: their load, and what the page cache does with them.
 */
@NullMarked
package org.tieredhdfs.bench.devices;

import org.jspecify.annotations.NullMarked;
