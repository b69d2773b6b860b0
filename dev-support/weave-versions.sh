#!/usr/bin/env bash
# Weaves other versions of Hadoop as an operator would, and tries each on real daemons: a RAMDISK
# file is written, found on RAMDISK, and read again after a restart. Needs: mvn package.
# usage: dev-support/weave-versions.sh [--archive FILE] [VERSION...]   (default: 3.4.2 3.4.1 3.3.6)
#
#   --archive FILE  what to install from (default: the one that mvn package made)
#
# Exit code: 0 each version is woven and works, or is refused with a reason; 1 something else.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(dirname "$here")
archive=
case ${1:-} in
  -h | --help) sed -n '2,9s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 0 ;;
  --archive) archive=$2; shift 2 ;;
  -*) echo "weave-versions: '$1' is not understood; see --help" >&2; exit 2 ;;
esac
[ $# -gt 0 ] || set -- 3.4.2 3.4.1 3.3.6

[ -n "$archive" ] || archive=$(find "$root/distribution/target" -maxdepth 1 -name 'tiered-hdfs-*.tar.gz' -print -quit 2>/dev/null)
[ -n "$archive" ] || { echo 'weave-versions: no archive: run mvn package first' >&2; exit 2; }
work=$root/target/weave-versions
rm -rf "$work"
mkdir -p "$work/unpacked"
tar -xzf "$archive" -C "$work/unpacked"
dist=$(echo "$work"/unpacked/*)
ram=
home=

finish() {
  if [ -n "$home" ]; then
    "$home/bin/hdfs" --daemon stop datanode || true
    "$home/bin/hdfs" --daemon stop namenode || true
  fi
  if [ -n "$ram" ]; then rm -rf "$ram"; fi
}
trap finish EXIT

# configure RPC_PORT HTTP_PORT: of the NameNode, for clients; 0 lets the kernel choose.
configure() {
  cat >"$home/etc/hadoop/core-site.xml" <<XML
<?xml version="1.0"?>
<configuration>
  <property><name>fs.defaultFS</name><value>hdfs://127.0.0.1:$1</value></property>
</configuration>
XML
  cat >"$home/etc/hadoop/hdfs-site.xml" <<XML
<?xml version="1.0"?>
<configuration>
  <property><name>dfs.replication</name><value>1</value></property>
  <property><name>dfs.namenode.name.dir</name><value>$data/name</value></property>
  <property><name>dfs.namenode.http-address</name><value>127.0.0.1:$2</value></property>
  <property><name>dfs.namenode.safemode.extension</name><value>0</value></property>
  <property><name>dfs.datanode.data.dir</name><value>[RAMDISK]$ram,[DISK]$data/disk</value></property>
  <property><name>dfs.datanode.address</name><value>127.0.0.1:0</value></property>
  <property><name>dfs.datanode.ipc.address</name><value>127.0.0.1:0</value></property>
  <property><name>dfs.datanode.http.address</name><value>127.0.0.1:0</value></property>
  <property><name>dfs.datanode.fsdataset.factory</name><value>org.tieredhdfs.hdfs.datanode.TieredFsDatasetFactory</value></property>
  <property>
    <name>dfs.datanode.round-robin-volume-choosing-policy.additional-available-space</name>
    <value>1048576</value>
  </property>
</configuration>
XML
}

# await DAEMON TEXT: the first line of its log that has it, in a minute.
await() {
  local i log=$home/logs/hadoop-$1.out
  for ((i = 0; i < 300; i++)); do
    if grep -m 1 -F -- "$2" "$log" 2>/dev/null; then return 0; fi
    "$home/bin/hdfs" --daemon status "$1" || break
    sleep 0.2
  done
  tail -n 20 "$log" >&2
  return 1
}

# start: NameNode, then a DataNode that knows where it is.
start() {
  local rpc http
  configure 0 0
  rm -f "$home"/logs/*.out
  "$home/bin/hdfs" --daemon start namenode
  http=$(await namenode 'Jetty bound to port')
  rpc=$(await namenode 'NameNode RPC up at')
  rpc=${rpc##*:}
  configure "${rpc//[!0-9]/}" "${http##* }"
  "$home/bin/hdfs" --daemon start datanode
  await datanode 'successfully registered with NN' >/dev/null
}

stop() {
  "$home/bin/hdfs" --daemon stop datanode
  "$home/bin/hdfs" --daemon stop namenode
}

# works: a file on RAMDISK, and again after a restart; its quota and its edits with it.
works() {
  "$home/bin/hdfs" patchpoints
  configure 0 0
  "$home/bin/hdfs" namenode -format -force -nonInteractive >"$data/format.log" 2>&1
  start
  "$home/bin/hdfs" dfs -mkdir /ram
  "$home/bin/hdfs" storagepolicies -setStoragePolicy -path /ram -policy ALL_RAMDISK
  "$home/bin/hdfs" dfsadmin -setSpaceQuota 1g -storageType RAMDISK /ram
  head -c 3000000 /dev/urandom >"$data/file"
  "$home/bin/hdfs" dfs -put "$data/file" /ram/file
  "$home/bin/hdfs" fsck /ram/file -files -blocks -locations | grep ',RAMDISK\]' >/dev/null
  stop
  start
  await_block
  "$home/bin/hdfs" dfs -cat /ram/file | cmp - "$data/file"
  "$home/bin/hdfs" fsck /ram/file -files -blocks -locations | grep ',RAMDISK\]' >/dev/null
  "$home/bin/hdfs" dfs -count -q -t RAMDISK /ram | grep -E 1073741824 >/dev/null
  stop
}

await_block() {
  local i
  for ((i = 0; i < 100; i++)); do
    if "$home/bin/hdfs" dfsadmin -safemode get 2>/dev/null | grep OFF >/dev/null; then return 0; fi
    sleep 0.2
  done
}

faults=0
for version in "$@"; do
  "$here/layout.sh" --no-hbase --hadoop "$version" "$work/$version" >/dev/null
  home=$work/$version/hadoop
  data=$work/$version/data
  mkdir -p "$data/disk"
  if ! refusal=$("$dist/bin/weave" --hadoop-home "$home" --out "$work/$version.jar" 2>&1); then
    home=
    case $refusal in
      "Hadoop $version is refused:"*) printf '%s: %s\n' "$version" "$refusal" ;;
      *) echo "$version: WRONG: $refusal"; faults=$((faults + 1)) ;;
    esac
    continue
  fi
  ram=$(mktemp -d /dev/shm/weave-versions.XXXXXX)
  "$dist/bin/install" --hadoop-home "$home" --overlay "$work/$version.jar" >/dev/null
  "$home/bin/hdfs" patchpoints >"$data/points.log" 2>&1 || true
  # not in a condition, where bash would go on after a failure
  set +e
  (set -e; works) >"$data/log" 2>&1
  code=$?
  set -e
  if [ "$code" -eq 0 ]; then
    "$dist/bin/uninstall" --hadoop-home "$home" >/dev/null
    echo "$version: works ($(tail -n 1 "$data/points.log"))"
  else
    echo "$version: WRONG, see $data"
    tail -n 5 "$data/points.log" "$data/log"
    faults=$((faults + 1))
    stop || true
  fi
  rm -rf "$ram"
  ram=
  home=
done
[ "$faults" -eq 0 ]
