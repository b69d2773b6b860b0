#!/usr/bin/env bash
# Installs what both Hadoop lines are built to into one local repository, one after the other, and builds a program
# that depends on the mover's library against each. Builds the first line once more, elsewhere, and sees that
# every jar and the archive come out the same.
# usage: dev-support/test-artifacts.sh [VERSION...]   (default: 3.5.0 3.4.3; the first is built twice)
#
# Works on a copy of Maven's local repository, so that nothing is left in yours. Takes about 20 minutes.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(dirname "$here")
case ${1:-} in
  -h | --help) sed -n '2,7s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 0 ;;
  -*) echo "test-artifacts: '$1' is not understood; see --help" >&2; exit 2 ;;
esac
# shellcheck source=lib/tree.sh
. "$here/lib/tree.sh"
[ $# -gt 0 ] || set -- 3.5.0 3.4.3

work=$(mktemp -d "${TMPDIR:-/tmp}/artifacts.XXXXXX")
trap 'rm -rf "$work"' EXIT
# By a file: on its standard output Maven may write the colours of a terminal around the path.
mvn -B -ntp -q -f "$root/pom.xml" -N help:evaluate -Dexpression=settings.localRepository "-Doutput=$work/own"
own=$(cat "$work/own")
echo "copying Maven's local repository"
cp -a "$own" "$work/repository"
rm -rf "$work/repository/org/tieredhdfs"

# build TREE VERSION GOAL
build() {
  mvn -B -ntp -q -f "$1/pom.xml" "-Dmaven.repo.local=$work/repository" "-Dhadoop.version=$2" \
    -Prelease -DskipTests -Dspotless.check.skip=true "$3"
}

# sums TREE: of what is given to others.
sums() {
  (cd "$1" && find . -path '*/target/*' \( -name '*.jar' -o -name 'tiered-hdfs-*.tar.gz' \) \
    -not -path '*/classes/*' -not -path './dev-support/*' -not -path '*/tiered-hdfs-*/*' -print0 |
    sort -z | xargs -0 sha256sum)
}

for version in "$@"; do
  echo "installing for Hadoop $version"
  copy_tree "$root" "$work/$version"
  build "$work/$version" "$version" install
done

echo "building for Hadoop $1 once more"
copy_tree "$root" "$work/again/elsewhere"
build "$work/again/elsewhere" "$1" package
sums "$work/$1" >"$work/first"
sums "$work/again/elsewhere" >"$work/second"
[ -s "$work/first" ] || { echo 'test-artifacts: nothing was built' >&2; exit 1; }
diff "$work/first" "$work/second" || {
  echo 'test-artifacts: not the same when built twice' >&2
  exit 1
}
echo "$(wc -l <"$work/first") files are the same when built twice"

for version in "$@"; do
  installed=$(find "$work/repository/org/tieredhdfs/hadoop-hdfs-mover-file" -mindepth 1 -maxdepth 1 -name "*-hadoop$version*")
  [ "$(wc -l <<<"$installed")" -eq 1 ] || { echo "test-artifacts: installed: $installed" >&2; exit 1; }
  for kind in '' -sources -javadoc; do
    jar=$installed/hadoop-hdfs-mover-file-${installed##*/}$kind.jar
    [ -f "$jar" ] || { echo "test-artifacts: no $jar" >&2; exit 1; }
  done
  rm -rf "$work/program"
  cp -R "$root/docs/examples/move-files" "$work/program"
  mvn -B -ntp -q -f "$work/program/pom.xml" "-Dmaven.repo.local=$work/repository" \
    "-Dhadoop.version=$version" "-Dtiered.version=${installed##*/}" package
  echo "a program was built against ${installed##*/}"
done
