#!/usr/bin/env bash
# Builds the project for the second version of Hadoop in a copy of this tree, runs its tests, and installs the
# archive over a Hadoop and an HBase that are laid out as their distributions are.
#
# usage: dev-support/verify-second-hadoop.sh [--subset] [VERSION [MAVEN ARGUMENTS...]]   (default: 3.4.3)
#
#   --subset  of the tests those of the weaver and some on real daemons for each module, as continuous integration
#             does it
#
# The copy holds the files as they stand, committed or not, so that the target folders of this tree,
# which belong to the first version, stay as they are.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(dirname "$here")
# shellcheck source=lib/tree.sh
. "$here/lib/tree.sh"

subset=()
case ${1:-} in
  -h | --help) sed -n '2,11s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 0 ;;
  --subset)
    shift
    tests='**/weave/**/*Test'                                                # what is patched
    tests+=',StartCheckTest,CustomTypePlacementTest,NamespaceTest'           # types and policies
    tests+=',StockFieldTest,EveryOperationTest,DuplicateReplicasTest'        # the DataNode's dataset
    tests+=',DatanodeVolumesTest,AppendedReplicaTest'                        # DataNode and NameNode together
    tests+=',FileMoverTest,ServiceLoopsTest,ReadCounterTest'                 # the mover, and rules
    tests+=',PlacementTest'                                                  # HBase
    subset=("-Dtest=$tests" -Dsurefire.failIfNoSpecifiedTests=false)
    ;;
esac
case ${1:-} in
  -*) echo "verify-second-hadoop: the first argument is a version of Hadoop, found $1" >&2; exit 2 ;;
esac
version=${1:-3.4.3}
[ $# -eq 0 ] || shift

copy=$root/target/verify-$version
copy_tree "$root" "$copy"
echo "verify-second-hadoop: Hadoop $version in $copy"
cd "$copy"
mvn -B -ntp "-Dhadoop.version=$version" "${subset[@]}" "$@" verify

echo "verify-second-hadoop: installing over Hadoop $version"
dev-support/layout.sh --hadoop "$version" target/laid-out
mkdir -p target/unpacked
tar -xf distribution/target/tiered-hdfs-*-hadoop"$version"*.tar.gz -C target/unpacked --strip-components 1
homes=(--hadoop-home "$copy/target/laid-out/hadoop" --hbase-home "$copy/target/laid-out/hbase")
target/unpacked/bin/install "${homes[@]}"
target/unpacked/bin/uninstall "${homes[@]}"
