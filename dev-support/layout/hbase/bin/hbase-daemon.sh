#!/usr/bin/env bash
# Stand-in for the command by which HBase starts and stops its daemons.
# usage: hbase-daemon.sh start|stop master|regionserver|zookeeper
exec "$(dirname "$(readlink -f "$0")")/hbase" --daemon "$@"
