#!/usr/bin/env bash
# Runs the whole build and all tests for the second version of Hadoop, in a copy of this tree.
#
# usage: dev-support/verify-second-hadoop.sh [VERSION [MAVEN ARGUMENTS...]]   (default: 3.4.3)
#
# The copy holds the files as they stand, committed or not, so that the target folders of this tree,
# which belong to the first version, stay as they are.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(dirname "$here")
# shellcheck source=lib/tree.sh
. "$here/lib/tree.sh"

case ${1:-} in
  -h | --help) sed -n '2,7s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 0 ;;
  -*) echo "verify-second-hadoop: the first argument is a version of Hadoop, found $1" >&2; exit 2 ;;
esac
version=${1:-3.4.3}
[ $# -eq 0 ] || shift

copy=$root/target/verify-$version
copy_tree "$root" "$copy"
echo "verify-second-hadoop: Hadoop $version in $copy"
cd "$copy"
mvn -B -ntp "-Dhadoop.version=$version" "$@" verify
