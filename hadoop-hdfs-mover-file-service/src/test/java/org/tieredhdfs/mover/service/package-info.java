@NullMarked
package org.tieredhdfs.mover.service;

import org.jspecify.annotations.NullMarked;
