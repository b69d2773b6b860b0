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
  awk 'NR > 2 { if (!/^#/ || /^# shellcheck /) exit; sub(/^# ?/, ""); print }' "$1"
}

# property NAME: what this distribution was made from.
property() {
  sed -n "s/^$1=//p" "$dist/build.properties"
}

# place NEW TARGET: gives a finished file its name, so that even a power cut leaves all of it or none.
place() {
  sync -- "$1"
  mv -- "$1" "$2"
  sync -- "$(dirname "$2")"
}

digest() {
  sha256sum <"$1" | cut -d ' ' -f 1
}

# find_java: sets java to that of JAVA_HOME, or else of the PATH.
find_java() {
  if [ -n "${JAVA_HOME:-}" ] && [ -x "$JAVA_HOME/bin/java" ]; then
    java=$JAVA_HOME/bin/java
  else
    java=$(command -v java) || refuse 'needs Java 17: set JAVA_HOME or put java on the PATH'
  fi
}

# java_home_after FILE: what JAVA_HOME is for daemons whose scripts source that file.
java_home_after() {
  # shellcheck disable=SC2016 # for the other shell
  bash -c 'file=$1; set --; if [ -f "$file" ]; then . "$file"; fi >/dev/null 2>&1; printf "%s\n" "${JAVA_HOME:-}"' \
    _ "$1" </dev/null
}

# require_java FILE: refuses where the daemons whose scripts source that file would run on a Java that is too old.
require_java() {
  local home java version
  home=$(java_home_after "$1")
  if [ -n "$home" ]; then
    java=$home/bin/java
    [ -x "$java" ] || refuse "JAVA_HOME is $home after $1 was read, but it has no bin/java"
  else
    java=$(command -v java) || refuse "no Java for daemons: $1 does not set JAVA_HOME, and there is no java on the PATH"
  fi
  version=$("$java" -XshowSettings:properties -version 2>&1 | sed -n 's/^ *java\.specification\.version = //p')
  version=${version#1.}
  [[ $version =~ ^[0-9]+$ ]] || refuse "cannot find out the Java version of $java"
  [ "$version" -ge 17 ] ||
    refuse "daemons would run on Java $version ($java, after $1 was read), but need 17 or newer"
}

# helpers: our jars that use Hadoop, as one class path.
helpers() {
  local IFS=: ours=("$dist"/lib/{hadoop-hdfs-tiered-core,hadoop-hdfs-tiered-datanode,hadoop-hdfs-tiering,hadoop-hdfs-mover-file}-*.jar)
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
  [ -d "$1" ] || refuse "no such directory: $1 ($2)"
  (cd "$1" && pwd -P)
}

# is_packaged HOME: whether a Hadoop is laid out as the packages of Bigtop and Ambari do, with its jars in the home
# itself, and those of HDFS in a folder beside it.
is_packaged() {
  [ ! -d "$1/share/hadoop" ]
}

# hdfs_home_of HOME: where HDFS is, if that is not the home of Hadoop.
hdfs_home_of() {
  printf '%s\n' "${hdfs_home:-$1-hdfs}"
}

# jar_folders KIND HOME: the folders that the Hadoop jars of a home are in, one a line.
jar_folders() {
  local hdfs
  case $1 in
    hadoop)
      if is_packaged "$2"; then
        hdfs=$(hdfs_home_of "$2")
        printf '%s\n' "$2" "$2/lib" "$hdfs" "$hdfs/lib"
      else
        printf '%s\n' "$2"/share/hadoop/{common,common/lib,hdfs,hdfs/lib}
      fi
      ;;
    hbase)
      printf '%s\n' "$2"/lib "$2"/lib/client-facing-thirdparty
      # packages of HBase may bring no Hadoop and use the one of the machine
      if [ -n "${hadoop_home:-}" ] && ! compgen -G "$2/lib/hadoop-common-*.jar" >/dev/null; then
        jar_folders hadoop "$hadoop_home"
      fi
      ;;
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
    hadoop) if is_packaged "$2"; then printf '%s\n' "$2/tiered"; else printf '%s\n' "$2/share/hadoop/tiered"; fi ;;
    hbase) printf '%s\n' "$2/lib/tiered" ;;
  esac
}

# unnamed_folder KIND HOME: our folder until it has its manifest; what an interrupted installation may leave.
unnamed_folder() {
  printf '%s.tiered-new\n' "$(own_folder "$1" "$2")"
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
