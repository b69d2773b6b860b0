@NullMarked
package org.tieredhdfs.bench.devices;

import org.jspecify.annotations.NullMarked;
