# shellcheck shell=bash
# Sourced by bin/install, bin/uninstall and bin/weave: where things are, and what a home looks like.
set -euo pipefail

dist=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd -P)
command_name=$(basename "$0")

# shellcheck disable=SC2034 # for who sources this
# The lines that frame what was added to a file of the operator's.
block_begin='# BEGIN tiered-hdfs: added by bin/install, taken out by bin/uninstall'
# shellcheck disable=SC2034
block_end='# END tiered-hdfs'

# refuse SENTENCE: ends the command; nothing was changed.
refuse() {
  printf '%s: %s\n' "$command_name" "$*" >&2
  exit 1
}

# wrong_use SENTENCE: ends the command for a wrong command line.
wrong_use() {
  printf '%s: %s; see --help\n' "$command_name" "$*" >&2
  exit 2
}

# help_of SCRIPT: the comment that a script begins with, from its third line on.
help_of() {
  awk 'NR > 2 { if (!/^#/) exit; sub(/^# ?/, ""); print }' "$1"
}

# property NAME: what this distribution was made from.
property() {
  sed -n "s/^$1=//p" "$dist/build.properties"
}

digest() {
  sha256sum <"$1" | cut -d ' ' -f 1
}

# find_java: sets java to that of JAVA_HOME, or else of the PATH.
find_java() {
  if [ -n "${JAVA_HOME:-}" ] && [ -x "$JAVA_HOME/bin/java" ]; then
    java=$JAVA_HOME/bin/java
  else
    java=$(command -v java) || refuse 'Java 17 is needed: set JAVA_HOME or put its java on the PATH'
  fi
}

# helpers: our jars that use Hadoop, as one class path.
helpers() {
  local IFS=: ours=("$dist"/lib/{hadoop-hdfs-tiered-core,hadoop-hdfs-tiered-datanode,hadoop-hdfs-mover-file}-*.jar)
  printf '%s\n' "${ours[*]}"
}

# run_weaver JARS COMMAND ARGUMENT...: the Java side, with the Hadoop in JARS.
run_weaver() {
  local jars=$1
  shift
  find_java
  "$java" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp "$dist/weaver/*:$dist/lib/*:$jars" \
    org.tieredhdfs.hdfs.weave.WeaverCommand "$@" --helpers "$(helpers)"
}

# absolute DIR WHAT: its real path; it has to be there.
absolute() {
  [ -d "$1" ] || refuse "there is no folder $1 ($2)"
  (cd "$1" && pwd -P)
}

# jar_folders KIND HOME: the folders of a home that its jars are in, one a line.
jar_folders() {
  case $1 in
    hadoop) printf '%s\n' "$2"/share/hadoop/{common,common/lib,hdfs,hdfs/lib} ;;
    hbase) printf '%s\n' "$2"/lib "$2"/lib/client-facing-thirdparty ;;
  esac
}

# jar_path KIND HOME: those folders as one class path.
jar_path() {
  local folder path=
  while IFS= read -r folder; do
    if [ -d "$folder" ]; then path+="${path:+:}$folder/*"; fi
  done < <(jar_folders "$1" "$2")
  printf '%s\n' "$path"
}

# hadoop_version_in KIND HOME: by the name of its jar of hadoop-common; for messages only.
hadoop_version_in() {
  local folder jar
  while IFS= read -r folder; do
    for jar in "$folder"/hadoop-common-*.jar; do
      case $jar in
        *'*'* | *-tests.jar | *-sources.jar) continue ;;
      esac
      jar=${jar##*/hadoop-common-}
      printf '%s\n' "${jar%.jar}"
      return
    done
  done < <(jar_folders "$1" "$2")
}

# own_folder KIND HOME: the folder of a home that holds our jars and nothing else.
own_folder() {
  case $1 in
    hadoop) printf '%s\n' "$2/share/hadoop/tiered" ;;
    hbase) printf '%s\n' "$2/lib/tiered" ;;
  esac
}

# manifest_of KIND HOME: the file that says what was changed in a home. Its lines:
#   build VERSION HADOOP-VERSION
#   home PATH
#   added SHA256 PATH                    a file that was put there
#   changed BEFORE AFTER ORIGINAL PATH   a file of the operator's; ORIGINAL is beside the manifest
#   complete                             the last line of an installation that was not interrupted
# A line is written before what it says is done.
manifest_of() {
  printf '%s\n' "$(own_folder "$1" "$2")/.install/manifest"
}
