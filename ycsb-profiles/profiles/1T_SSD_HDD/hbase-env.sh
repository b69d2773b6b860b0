# shellcheck shell=bash
# Append to hbase-env.sh: heaps and garbage collector of the study. NameNodes had 32 GB, DataNodes
# 4 GB, in hadoop-env.sh.
export HBASE_REGIONSERVER_OPTS="${HBASE_REGIONSERVER_OPTS:-} -Xms64g -Xmx64g -XX:+UseG1GC"
export HBASE_MASTER_OPTS="${HBASE_MASTER_OPTS:-} -Xms4g -Xmx4g -XX:+UseG1GC"
