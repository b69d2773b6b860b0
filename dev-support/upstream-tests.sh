#!/usr/bin/env bash
# Runs test classes that Hadoop publishes, on stock Hadoop and with our overlay in front, and compares.
set -Eeuo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(dirname "$here")
# shellcheck source=lib/tree.sh
. "$here/lib/tree.sh"
trap 'exit 2' ERR

usage() {
  cat <<'EOF'
usage: dev-support/upstream-tests.sh [options]

Runs test classes that Hadoop publishes (the tests jars of hadoop-hdfs and hadoop-common), each in a
process of its own, on stock Hadoop and with our jars in front, and compares test by test. Where the
sides differ, the class is run once more on both.

  --hadoop VERSION         Hadoop's version (default: the one the parent pom names)
  --side stock|ours|both   what to run (default: both)
  --stock WHEN             which classes run on stock, too: always (default), or needed: those of
                           which a test does not pass on our side
  --set NAME|FILE|CLASSES  a list in dev-support/upstream (foundation, datanode, operators, writepath, placement),
                           a file of that form, or class names separated by commas (default: foundation)
  --conf KEY=VALUE         put into the hdfs-site.xml in front, on our side only; may be repeated
  --in-place-of THEIRS=OURS
                           where a test configures the class THEIRS, Hadoop gets OURS, on our side only;
                           may be repeated
  --overlay DIR            use our jars in this directory, or in the built tree there, instead of
                           building a copy of this tree
  --baseline DIR           take stock's first runs from the results of an earlier run
  --out DIR                results: report.md, results.tsv, logs/ (default: target/upstream/...)
  --forks N                classes at a time (default: 1)
  --heap-mb N              heap of a class's process (default: 2048)
  --class-limit-sec N      how long a class may run (default: 900)
  --run-under "COMMAND"    put before each class's process, such as "nice" or "flock FILE"
  --user NAME              who runs the tests when root starts this (default: nobody)

Exit code: 0 all as on stock (or, with one side, nothing of ours fails), 1 a test that passes on stock
does not pass with ours, 2 the tests could not be run.
EOF
}

fail() {
  printf 'upstream-tests: %s\n' "$*" >&2
  exit 2
}

hadoop=$(sed -n '/<hadoop\.version>/{s:.*<hadoop\.version>\(.*\)</hadoop\.version>.*:\1:p;q}' "$root/pom.xml")
side=both
set_name=foundation
overlay=
out=
baseline=
user=nobody
runner_args=()
while [ $# -gt 0 ]; do
  case $1 in
    -h | --help) usage; exit 0 ;;
    --*) [ $# -ge 2 ] || fail "$1 needs a value; see --help" ;;
    *) fail "unexpected argument $1; see --help" ;;
  esac
  case $1 in
    --hadoop) hadoop=$2 ;;
    --side) side=$2 ;;
    --set) set_name=$2 ;;
    --overlay) overlay=$2 ;;
    --out) out=$2 ;;
    --user) user=$2 ;;
    --baseline) baseline=$2 ;;
    --stock | --conf | --in-place-of | --forks | --heap-mb | --class-limit-sec | --run-under)
      runner_args+=("$1" "$2") ;;
    *) fail "unknown option $1; see --help" ;;
  esac
  shift 2
done

case $side in
  stock | ours) sides=$side ;;
  both) sides=stock,ours ;;
  *) fail "--side $side: allowed are stock, ours, both" ;;
esac

# The patterns of the set, separated by commas.
for file in "$here/upstream/$set_name.txt" "$set_name" ""; do
  [ -n "$file" ] && [ -f "$file" ] && break
done
if [ -n "$file" ]; then
  label=$(basename "$file" .txt)
  tests=$(sed -e 's/#.*//' -e 's/[[:space:]]//g' -e '/^$/d' "$file" | paste -sd, -)
else
  label=classes
  tests=$set_name
fi
[ -n "$tests" ] || fail "--set $set_name names no class"

out=${out:-$root/target/upstream/$hadoop-$label}
mkdir -p "$out"
out=$(cd "$out" && pwd)

# The classes of Hadoop and of the runner.
profiles=classpath
case $hadoop in
  3.4.*) ;;
  *) profiles=classpath,inline-mocks ;;
esac
echo "upstream-tests: resolving Hadoop $hadoop and its tests"
mvn -B -ntp -q -f "$here/upstream/pom.xml" "-P$profiles" "-Dhadoop.version=$hadoop" -Dmaven.test.skip \
  package ||
  fail "Maven could not lay out the class path of Hadoop $hadoop's tests"
layout=$here/upstream/target/$hadoop

# Our jars, the overlay first.
jars_of_tree() {
  local module
  for module in overlay datanode core; do
    find "$1/hadoop-hdfs-tiered/$module/target" -maxdepth 1 -name '*.jar' \
      ! -name '*-sources.jar' ! -name '*-javadoc.jar' ! -name '*-tests.jar' 2>/dev/null
  done
}
jars=()
if [ "$side" != stock ]; then
  if [ -z "$overlay" ]; then
    overlay=$root/target/upstream/build-$hadoop
    echo "upstream-tests: building a copy of this tree for Hadoop $hadoop"
    copy_tree "$root" "$overlay"
    mvn -B -ntp -q -f "$overlay/pom.xml" "-Dhadoop.version=$hadoop" -DskipTests -am \
      -pl :hadoop-hdfs-tiered-overlay,:hadoop-hdfs-tiered-datanode package ||
      fail "the copy in $overlay does not build"
  fi
  [ -d "$overlay" ] || fail "--overlay $overlay: no such directory"
  mapfile -t jars < <(jars_of_tree "$overlay")
  if [ ${#jars[@]} -eq 0 ]; then
    mapfile -t jars < <(find "$overlay" -maxdepth 1 -name '*overlay*.jar'
      find "$overlay" -maxdepth 1 -name '*.jar' ! -name '*overlay*.jar')
  fi
  [ ${#jars[@]} -gt 0 ] || fail "no jar of ours in $overlay"
fi

# Everything where another user can read it: the tree and Maven's repository may be private.
umask 022
work=$(mktemp -d "${TMPDIR:-/tmp}/upstream.XXXXXX")
child=
finish() {
  local code=$?
  trap - EXIT INT TERM
  if [ -n "$child" ] && kill -TERM "$child" 2>/dev/null; then
    wait "$child" || true
  fi
  [ -d "$work/out" ] && cp -R "$work/out/." "$out/"
  chmod -R u+rwx "$work" 2>/dev/null
  rm -rf "$work"
  exit "$code"
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

mkdir "$work/overlay" "$work/out" "$work/forks"
cp -R "$layout/lib" "$layout/resources" "$work/"
cp "$here/upstream/target/"tiered-hdfs-upstream-tests-*"-hadoop$hadoop.jar" "$work/lib/upstream-runner.jar"
overlay_path=
for jar in "${jars[@]+"${jars[@]}"}"; do
  cp "$jar" "$work/overlay/"
  overlay_path=$overlay_path${overlay_path:+:}$work/overlay/$(basename "$jar")
done
[ -z "$overlay_path" ] || runner_args+=(--overlay "$overlay_path")
if [ -n "$baseline" ]; then
  [ -f "$baseline/results.tsv" ] || fail "--baseline $baseline: no results.tsv there"
  mkdir "$work/baseline"
  cp "$baseline/results.tsv" "$work/baseline/"
fi

# Root passes over permissions, which some tests are about: it hands over to another user.
as_user=()
if [ "$(id -u)" -eq 0 ]; then
  group=$(id -gn "$user" 2>/dev/null) || fail "--user $user: no such user"
  [ "$(id -u "$user")" -ne 0 ] || fail "--user $user: that is root; name an unprivileged user"
  chown -R "$user:$group" "$work"
  if command -v setpriv >/dev/null; then
    as_user=(setpriv "--reuid=$user" "--regid=$group" --init-groups --)
  elif command -v runuser >/dev/null; then
    as_user=(runuser -u "$user" --)
  else
    # The single quotes are meant: the inner shell expands.
    # shellcheck disable=SC2016
    as_user=(su -s /bin/sh "$user" -c 'exec "$0" "$@"' --)
  fi
fi
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
as_user+=(env -i "PATH=$PATH" "HOME=$work" LANG=C.UTF-8 MALLOC_ARENA_MAX=4)
cd "$work"
"${as_user[@]}" "$java" -version >/dev/null 2>&1 ||
  fail "user $user cannot run $java; name another with --user or set JAVA_HOME"

echo "upstream-tests: Hadoop $hadoop, side $side, set $set_name, as $("${as_user[@]}" id -un)"
"${as_user[@]}" "$java" -Xmx256m -cp "$work/lib/upstream-runner.jar:$work/lib/*" \
  org.tieredhdfs.upstream.UpstreamTests --hadoop "$hadoop" --side "$sides" --tests "$tests" \
  --work "$work" "${runner_args[@]+"${runner_args[@]}"}" &
child=$!
code=0
wait "$child" || code=$?
child=
echo "upstream-tests: results in $out"
exit "$code"
