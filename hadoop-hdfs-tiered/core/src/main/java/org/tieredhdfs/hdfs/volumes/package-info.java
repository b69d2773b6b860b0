/** What a DataNode makes of volumes of unlike media, whatever dataset it has. */
@NullMarked
package org.tieredhdfs.hdfs.volumes;

import org.jspecify.annotations.NullMarked;
