@NullMarked
package org.tieredhdfs.demo;

import org.jspecify.annotations.NullMarked;
