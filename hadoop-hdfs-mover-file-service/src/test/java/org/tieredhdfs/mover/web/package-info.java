@NullMarked
package org.tieredhdfs.mover.web;

import org.jspecify.annotations.NullMarked;
