/** Placeholder. */
package org.tieredhdfs.tools;
