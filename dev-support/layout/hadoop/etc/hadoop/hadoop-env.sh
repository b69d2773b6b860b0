# shellcheck shell=bash
# WebHDFS of Hadoop 3.4 needs this on Java 17.
export HADOOP_OPTS="${HADOOP_OPTS:-} --add-opens=java.base/java.lang=ALL-UNNAMED -Djava.net.preferIPv4Stack=true"
