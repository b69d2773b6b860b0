#!/usr/bin/env bash
# Rehearses the life of an installation: builds the archive, lays a Hadoop and an HBase out as in their
# binary distributions, and, with two NameNodes, HBase and clients that never stop, upgrades from stock
# machine by machine, uses media and policies under the demo's load, and goes back to stock by the commands of
# docs/rollback.md, word by word.
#
# usage: dev-support/acceptance-install.sh [--hadoop VERSION] [OPTIONS...]
#
#   --hadoop VERSION  another version of Hadoop than the one that the parent pom names
#   OPTIONS           those of 'tiered rehearse --help'
#
# All is made in a copy of this tree below target/acceptance-VERSION. Needs root and about 5 GB of memory;
# takes about 10 minutes on 2 cores. Exit code 1 if a step does not come out as it should.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(dirname "$here")
# shellcheck source=lib/tree.sh
. "$here/lib/tree.sh"

hadoop=$(sed -n '/<hadoop\.version>/{s:.*<hadoop\.version>\(.*\)</hadoop\.version>.*:\1:p;q}' "$root/pom.xml")
case ${1:-} in
  -h | --help) sed -n '2,14s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 0 ;;
  --hadoop)
    [ $# -ge 2 ] || { echo 'acceptance-install: --hadoop needs a value' >&2; exit 2; }
    hadoop=$2
    shift 2
    ;;
esac

copy=$root/target/acceptance-$hadoop
copy_tree "$root" "$copy"
cd "$copy"
# the launcher, which builds, passes Maven no arguments
sed -i "s:<hadoop\.version>[^<]*</hadoop\.version>:<hadoop.version>$hadoop</hadoop.version>:" pom.xml
echo "acceptance-install: building for Hadoop $hadoop in $copy"
dev-support/tiered patch-points >/dev/null
archives=(distribution/target/tiered-hdfs-*-hadoop"$hadoop".tar.gz)
[ ${#archives[@]} -eq 1 ] && [ -f "${archives[0]}" ] ||
  { echo "acceptance-install: expected one archive, found ${archives[*]}" >&2; exit 1; }
mkdir -p target/unpacked
tar -xzf "${archives[0]}" -C target/unpacked --strip-components=1
dev-support/layout.sh --hadoop "$hadoop" target/layout
exec dev-support/tiered rehearse --distribution target/unpacked \
  --hadoop-home target/layout/hadoop --hbase-home target/layout/hbase "$@"
