package org.tieredhdfs.hdfs.paths;

/**
 * A directory and the storage policy that it is to have.
 *
 * @param path absolute and normalised, without scheme and host
 * @param policy name of the policy, upper case
 */
public record PathPolicy(String path, String policy) {}
