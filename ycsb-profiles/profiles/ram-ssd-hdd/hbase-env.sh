# shellcheck shell=bash
# Append to hbase-env.sh. Direct memory: 8 GB of memstores (hbase-site.xml) and 2 GB for the network
# buffers of HBase and HDFS; add the size of an off-heap block cache.
export HBASE_REGIONSERVER_OPTS="${HBASE_REGIONSERVER_OPTS:-} -Xms24g -Xmx24g -XX:MaxDirectMemorySize=10g"
