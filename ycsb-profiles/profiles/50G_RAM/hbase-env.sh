# shellcheck shell=bash
# For the end of hbase-env.sh: heaps and collector of the study. NameNodes had 32 GB there, DataNodes
# 4 GB, in hadoop-env.sh.
export HBASE_REGIONSERVER_OPTS="${HBASE_REGIONSERVER_OPTS:-} -Xms64g -Xmx64g -XX:+UseG1GC"
export HBASE_MASTER_OPTS="${HBASE_MASTER_OPTS:-} -Xms4g -Xmx4g -XX:+UseG1GC"
