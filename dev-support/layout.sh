#!/usr/bin/env bash
# Lays a Hadoop and an HBase out as their binary distributions are, from Maven's jars.
# usage: dev-support/layout.sh [--hadoop VERSION] [--hbase-hadoop VERSION] [--no-hbase] [--packages] DIR
#
#   --hadoop VERSION        Hadoop's version (default: the one that the parent pom names)
#   --hbase-hadoop VERSION  that of the Hadoop jars in HBase's lib (default: the same)
#   --no-hbase              Hadoop alone
#   --packages              as the packages of Bigtop and Ambari put them: usr/lib/hadoop, usr/lib/hadoop-hdfs,
#                           usr/lib/hbase, etc/hadoop/conf and etc/hbase/conf below DIR
#   DIR                     gets hadoop and hbase, each with bin, libexec or conf, and jars where
#                           the distributions have them; what was there goes
#
# Hadoop's and HBase's shell scripts are in no artifact: those here are stand-ins of ours that honour
# what is documented (dev-support/layout).
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
hadoop=$(sed -n '/<hadoop\.version>/{s:.*<hadoop\.version>\(.*\)</hadoop\.version>.*:\1:p;q}' "$here/../pom.xml")
hbase_hadoop=
with_hbase=true
packages=false
dir=
while [ $# -gt 0 ]; do
  case $1 in
    -h | --help)
      sed -n '3,15s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
      exit 0
      ;;
    --hadoop) hadoop=$2; shift ;;
    --hbase-hadoop) hbase_hadoop=$2; shift ;;
    --no-hbase) with_hbase=false ;;
    --packages) packages=true ;;
    -*) echo "layout: '$1' is not understood; see --help" >&2; exit 2 ;;
    *) dir=$1 ;;
  esac
  shift
done
[ -n "$dir" ] || { echo 'layout: name a folder; see --help' >&2; exit 2; }
hbase_hadoop=${hbase_hadoop:-$hadoop}
mkdir -p "$dir"
dir=$(cd "$dir" && pwd -P)
rm -rf "$dir/hadoop" "$dir/hbase" "$dir/jars" "$dir/usr" "$dir/etc"

# fetch VERSION MODULES: the jars into jars/MODULE, by Maven.
fetch() {
  mvn -B -ntp -q -f "$here/layout/pom.xml" "-Dhadoop.version=$1" "-Dlayout.dir=$dir/jars" \
    -pl "$2" dependency:copy-dependencies
}
hadoop_modules=jars/common,jars/hdfs
if $with_hbase && [ "$hbase_hadoop" = "$hadoop" ]; then
  fetch "$hadoop" "$hadoop_modules,jars/hbase"
else
  fetch "$hadoop" "$hadoop_modules"
  if $with_hbase; then fetch "$hbase_hadoop" jars/hbase; fi
fi

home=$dir/hadoop
share=$home/share/hadoop
mkdir -p "$share"/{common,hdfs}/lib "$home/libexec/shellprofile.d"
cp -R "$here"/layout/hadoop/. "$home"
mv "$dir/jars/common/hadoop-common-$hadoop.jar" "$share/common"
mv "$dir/jars/common"/*.jar "$share/common/lib"
for jar in "$dir/jars/hdfs"/*.jar; do
  name=${jar##*/}
  case $name in
    hadoop-hdfs-*) mv "$jar" "$share/hdfs" ;;
    hadoop-common-*) rm "$jar" ;;
    *) if [ -e "$share/common/lib/$name" ]; then rm "$jar"; else mv "$jar" "$share/hdfs/lib"; fi ;;
  esac
done
# The web pages are in no artifact; the daemons ask for the folders.
for page in hdfs datanode secondary journal static; do
  mkdir -p "$share/hdfs/webapps/$page/WEB-INF"
done

if $with_hbase; then
  home=$dir/hbase
  mkdir -p "$home/lib/client-facing-thirdparty"
  cp -R "$here"/layout/hbase/. "$home"
  mv "$dir/jars/hbase"/{log4j-,slf4j-}*.jar "$home/lib/client-facing-thirdparty"
  mv "$dir/jars/hbase"/*.jar "$home/lib"
fi
rm -rf "$dir/jars"

if $packages; then
  lib=$dir/usr/lib
  mkdir -p "$lib"/hadoop{,-hdfs}/{bin,lib} "$lib/hadoop/etc" "$dir"/etc/{hadoop,hbase}
  mv "$share"/common/*.jar "$lib/hadoop"
  mv "$share"/common/lib/* "$lib/hadoop/lib"
  mv "$share"/hdfs/lib/* "$lib/hadoop-hdfs/lib"
  rmdir "$share/hdfs/lib"
  mv "$share"/hdfs/* "$lib/hadoop-hdfs"
  mv "$dir/hadoop/bin/hadoop" "$lib/hadoop/bin"
  mv "$dir/hadoop/bin/hdfs" "$lib/hadoop-hdfs/bin"
  mv "$dir/hadoop/libexec" "$lib/hadoop/libexec"
  mv "$dir/hadoop/etc/hadoop" "$dir/etc/hadoop/conf"
  ln -s ../../../../etc/hadoop/conf "$lib/hadoop/etc/hadoop"
  rm -rf "$dir/hadoop"
  cat >"$lib/hadoop/libexec/hadoop-layout.sh" <<END
# shellcheck shell=bash disable=SC2034 # Hadoop's scripts read these
HADOOP_COMMON_DIR=.
HADOOP_COMMON_LIB_JARS_DIR=lib
HDFS_DIR=.
HDFS_LIB_JARS_DIR=lib
export HADOOP_HDFS_HOME=\${HADOOP_HDFS_HOME:-$lib/hadoop-hdfs}
END
  if $with_hbase; then
    mv "$dir/hbase" "$lib/hbase"
    mv "$lib/hbase/conf" "$dir/etc/hbase/conf"
    ln -s ../../../etc/hbase/conf "$lib/hbase/conf"
  fi
  # what the packages have in usr/bin
  mkdir -p "$dir/usr/bin"
  printf '#!/usr/bin/env bash\nexport HADOOP_LIBEXEC_DIR=%s\nexec %s "$@"\n' \
    "$lib/hadoop/libexec" "$lib/hadoop-hdfs/bin/hdfs" >"$dir/usr/bin/hdfs"
  chmod +x "$dir/usr/bin/hdfs"
  echo "HADOOP_HOME=$lib/hadoop"
  if $with_hbase; then echo "HBASE_HOME=$lib/hbase"; fi
  exit 0
fi
echo "HADOOP_HOME=$dir/hadoop"
if $with_hbase; then echo "HBASE_HOME=$dir/hbase"; fi
