/** The mover service: follows renames and changed policies, and moves files on its own. */
@NullMarked
package org.tieredhdfs.mover.service;

import org.jspecify.annotations.NullMarked;
