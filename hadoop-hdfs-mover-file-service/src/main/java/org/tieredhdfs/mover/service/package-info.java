/** The service: follows renames and changed policies, and has files moved with nobody asking. */
@NullMarked
package org.tieredhdfs.mover.service;

import org.jspecify.annotations.NullMarked;
