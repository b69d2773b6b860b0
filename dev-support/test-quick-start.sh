#!/usr/bin/env bash
# Runs the commands of docs/quick-start.md, word by word, on a cluster laid out as Hadoop's distribution is: a
# NameNode and three DataNodes, each in a home of its own, that run with Apache Hadoop's jars alone at first.
# Needs: mvn package, root (it mounts a tmpfs for each DataNode), 1.5 GB of memory; takes about two minutes.
# usage: dev-support/test-quick-start.sh [--hadoop VERSION] [DIR]   (default: target/test-quick-start)
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(dirname "$here")
page=$root/docs/quick-start.md
dir=$root/target/test-quick-start
version=$(sed -n '/<hadoop\.version>/{s:.*<hadoop\.version>\(.*\)</hadoop\.version>.*:\1:p;q}' "$root/pom.xml")
while [ $# -gt 0 ]; do
  case $1 in
    -h | --help) sed -n '2,5s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 0 ;;
    --hadoop) version=$2; shift ;;
    -*) echo "test-quick-start: '$1' is not understood; see --help" >&2; exit 2 ;;
    *) dir=$1 ;;
  esac
  shift
done
archive=$(echo "$root"/distribution/target/tiered-hdfs-*-hadoop"$version".tar.gz)
[ -f "$archive" ] || { echo "test-quick-start: no $archive: run mvn package first" >&2; exit 2; }
[ "$(id -u)" -eq 0 ] || { echo 'test-quick-start: mounting RAM disks needs root' >&2; exit 2; }

mkdir -p "$dir"
dir=$(cd "$dir" && pwd -P)
datanodes=(node1 node2 node3)
machines=(nn1 "${datanodes[@]}")

# The environment of machines, and how they are reached: a stand-in for ssh.
cat >"$dir/machines.sh" <<END
export HADOOP_HEAPSIZE_MAX=256m HADOOP_STOP_TIMEOUT=30
unset HADOOP_HOME HADOOP_CONF_DIR HADOOP_CLASSPATH HADOOP_USER_CLASSPATH_FIRST HADOOP_LOG_DIR HADOOP_PID_DIR
machine() {
  HADOOP_HOME=$dir/\$1/hadoop TIERED_HOME=$dir/\$1/tiered TIERED_ARCHIVE=$archive \\
    RAM_DISK=$dir/\$1/ram HDFS_USER=$(id -un) bash -c "\${*:2}" </dev/null
}
on() { machine "\$@"; }
as_root() { machine "\$@"; }
END
# shellcheck disable=SC1091 # just written
. "$dir/machines.sh"

# end: ends the daemons by their own ids and takes the mounts away.
end() {
  local name
  for name in "${datanodes[@]}"; do
    if [ -x "$dir/$name/hadoop/bin/hdfs" ]; then on "$name" '$HADOOP_HOME/bin/hdfs --daemon stop datanode' || true; fi
    if mountpoint -q "$dir/$name/ram"; then umount "$dir/$name/ram" || umount -l "$dir/$name/ram"; fi
  done
  if [ -x "$dir/nn1/hadoop/bin/hdfs" ]; then on nn1 '$HADOOP_HOME/bin/hdfs --daemon stop namenode' || true; fi
}
end
trap end EXIT
for name in "${machines[@]}"; do rm -rf "${dir:?}/$name"; done

"$here/layout.sh" --no-hbase --hadoop "$version" "$dir" >/dev/null
for name in "${machines[@]}"; do
  mkdir -p "$dir/$name/data"
  # links to the same jars; what is changed is written anew
  cp -al "$dir/hadoop" "$dir/$name/hadoop"
done

# The NameNode keeps its ports over a restart, so the kernel is asked for two.
cat >"$dir/FreePorts.java" <<'END'
class FreePorts {
  public static void main(String[] words) throws java.io.IOException {
    try (var one = new java.net.ServerSocket(0); var other = new java.net.ServerSocket(0)) {
      System.out.println(one.getLocalPort() + " " + other.getLocalPort());
    }
  }
}
END
read -r rpc http < <("${JAVA_HOME:+$JAVA_HOME/bin/}java" "$dir/FreePorts.java")

# site FILE PROPERTIES: writes a file of configuration in the place of the one that is shared.
site() {
  rm -f "$1"
  printf '<?xml version="1.0"?>\n<configuration>\n%s\n</configuration>\n' "$2" >"$1"
}

# property NAME VALUE
property() {
  printf '<property><name>%s</name><value>%s</value></property>\n' "$1" "$2"
}

# configure MACHINE PROPERTIES: what every daemon here needs, and more.
configure() {
  local conf=$dir/$1/hadoop/etc/hadoop
  site "$conf/core-site.xml" "$(property fs.defaultFS "hdfs://127.0.0.1:$rpc")"
  site "$conf/hdfs-site.xml" "$(
    property dfs.namenode.http-address "127.0.0.1:$http"
    property dfs.namenode.name.dir "$dir/nn1/data"
    property dfs.namenode.rpc-address "127.0.0.1:$rpc"
    for key in address http.address ipc.address; do property "dfs.datanode.$key" 127.0.0.1:0; done
    printf '%s\n' "$2"
  )"
}

# commands: the page's blocks of bash but for the first, each after a line with its heading.
commands() {
  awk '
    /^## / { heading = substr($0, 4) }
    /^```$/ { code = 0 }
    code { print }
    /^```bash$/ { if (++blocks > 1) { code = 1; print "echo \"== " heading "\"" } }
  ' "$page"
}

# The properties that the page adds, with the paths of a machine.
properties=$(awk '/^```$/ { code = 0 } code { print } /^```xml$/ { code = 1 }' "$page")
for path in /data/hdfs /mnt/ram0; do
  if [[ $properties != *"$path"* ]]; then
    echo "test-quick-start: $page does not name $path any more" >&2
    exit 1
  fi
done
for name in "${machines[@]}"; do
  changed=${properties//\/data\/hdfs/$dir/$name/data}
  configure "$name" "${changed//\/mnt\/ram0/$dir/$name/ram}"
  cp "$dir/$name/hadoop/etc/hadoop/hdfs-site.xml" "$dir/$name/hdfs-site.of-step-4"
  configure "$name" "$(property dfs.datanode.data.dir "[DISK]$dir/$name/data")"
done

echo '== Apache Hadoop is there'
on nn1 '$HADOOP_HOME/bin/hdfs namenode -format -nonInteractive' >"$dir/format.log" 2>&1
on nn1 '$HADOOP_HOME/bin/hdfs --daemon start namenode'
for name in "${datanodes[@]}"; do on "$name" '$HADOOP_HOME/bin/hdfs --daemon start datanode'; done
deadline=$((SECONDS + 120))
until [ "$(on nn1 '$HADOOP_HOME/bin/hdfs dfsadmin -report -live' 2>/dev/null | grep -c '^Name: ')" -eq 3 ]; do
  [ "$SECONDS" -lt "$deadline" ] || { echo 'test-quick-start: Apache Hadoop did not come up' >&2; exit 1; }
  sleep 1
done

{
  cat <<END
set -euo pipefail
namenode=nn1
datanodes=(${datanodes[*]})
. $dir/machines.sh
push_configuration() {
  local machine
  for machine in ${machines[*]}; do
    mv $dir/\$machine/hdfs-site.of-step-4 $dir/\$machine/hadoop/etc/hadoop/hdfs-site.xml
  done
}
PATH=$dir/nn1/hadoop/bin:\$PATH
END
  commands
} >"$dir/quick-start.sh"
code=0
begun=$SECONDS
timeout 300 bash "$dir/quick-start.sh" 2>&1 | tee "$dir/quick-start.log" || code=$?

wrong=$([ "$code" -eq 0 ] && echo 0 || echo 1)
# seen WHAT PATTERN: the output of the step before the next one has it.
seen() {
  if ! awk -v from="== $1" '$0 == from { on = 1; next } /^== / { on = 0 } on' "$dir/quick-start.log" | grep -qE "$2"; then
    echo "test-quick-start: '$1' does not print $2"
    wrong=1
  fi
}
seen '6. Write a file with one replica in memory' 'DISK\].*RAMDISK\]|RAMDISK\].*DISK\]'
seen '7. Change the policy and move the file' '^  on DISK '
seen '7. Change the policy and move the file' '1 files, 1 of them in place'
seen '8. Clean up' 'volume .* of type RAMDISK'
if [ "$(grep -c '^== ' "$dir/quick-start.log")" -ne "$(grep -c '^echo "== ' "$dir/quick-start.sh")" ]; then
  echo 'test-quick-start: not all steps were run'
  wrong=1
fi
if awk '/^== 7/ { on = 1 } /^== 8/ { on = 0 } on' "$dir/quick-start.log" | grep -q '^  on RAMDISK '; then
  echo 'test-quick-start: the file is still in memory after step 7'
  wrong=1
fi
if [ "$wrong" -ne 0 ]; then
  echo "test-quick-start: failed; see $dir/quick-start.log and the logs of daemons in $dir/*/hadoop/logs" >&2
  exit 1
fi
echo "the quick start runs as it says, in $((SECONDS - begun)) s"
