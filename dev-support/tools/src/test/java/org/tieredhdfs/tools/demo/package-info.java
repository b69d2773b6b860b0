@NullMarked
package org.tieredhdfs.tools.demo;

import org.jspecify.annotations.NullMarked;
