# shellcheck shell=bash
# What HBase needs on Java 17.
export HBASE_OPTS="${HBASE_OPTS:-} --add-opens=java.base/java.lang=ALL-UNNAMED --add-opens=java.base/java.nio=ALL-UNNAMED --add-opens=java.base/sun.nio.ch=ALL-UNNAMED -Djava.net.preferIPv4Stack=true"
