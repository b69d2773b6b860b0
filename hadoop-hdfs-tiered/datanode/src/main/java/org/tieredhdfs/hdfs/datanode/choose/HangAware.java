package org.tieredhdfs.hdfs.datanode.choose;

/**
 * A volume choosing policy that passes over volumes which {@link VolumeLoad} says hang, so that it
 * may be shown them.
 */
public interface HangAware {}
