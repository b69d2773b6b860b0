# shellcheck shell=bash
# For the end of hbase-env.sh. Direct memory: 8 GB of memory stores (hbase-site.xml) and 2 GB for what the
# network code of HBase and HDFS keeps there; an off-heap block cache comes on top.
export HBASE_REGIONSERVER_OPTS="${HBASE_REGIONSERVER_OPTS:-} -Xms24g -Xmx24g -XX:MaxDirectMemorySize=10g"
