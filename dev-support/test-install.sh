#!/usr/bin/env bash
# Installs the packed archive over a laid out Hadoop and HBase, and sees that it works, refuses what
# it should, and is taken out again byte for byte. Needs: mvn package.
# Does it once more on trees laid out as the packages of Bigtop and Ambari do.
# usage: dev-support/test-install.sh [--hadoop VERSION] [DIR]   (default: target/test-install)
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(dirname "$here")
dir=$root/target/test-install
version=$(sed -n '/<hadoop\.version>/{s:.*<hadoop\.version>\(.*\)</hadoop\.version>.*:\1:p;q}' "$root/pom.xml")
while [ $# -gt 0 ]; do
  case $1 in
    -h | --help) sed -n '2,5s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 0 ;;
    --hadoop) version=$2; shift ;;
    -*) echo "test-install: '$1' is not understood; see --help" >&2; exit 2 ;;
    *) dir=$1 ;;
  esac
  shift
done
archive=$(echo "$root"/distribution/target/tiered-hdfs-*-hadoop"$version".tar.gz)
[ -f "$archive" ] || { echo "test-install: no $archive: run mvn package first" >&2; exit 2; }

rm -rf "$dir"
mkdir -p "$dir/unpacked"
dir=$(cd "$dir" && pwd -P)
"$here/layout.sh" --hadoop "$version" "$dir" >/dev/null
tar -xzf "$archive" -C "$dir/unpacked"
dist=$(echo "$dir"/unpacked/*)
hadoop=$dir/hadoop
hbase=$dir/hbase
# so that a start of a line after a last one without an end is tried, too
printf 'export SOME_SETTING=1' >>"$hbase/conf/hbase-env.sh"

wrong=0
tried=0
output=

# expect CODE WHAT COMMAND...: runs it and looks at its exit code.
expect() {
  local expected=$1 what=$2 code=0
  shift 2
  output=$("$@" 2>&1) || code=$?
  tried=$((tried + 1))
  if [ "$code" -eq "$expected" ]; then
    printf 'ok     %s\n' "$what"
  else
    printf 'WRONG  %s: exit code %s, not %s\n%s\n' "$what" "$code" "$expected" "$output"
    wrong=$((wrong + 1))
  fi
}

# says TEXT: the last command did.
says() {
  tried=$((tried + 1))
  if ! grep -qF -- "$1" <<<"$output"; then
    printf 'WRONG  does not say "%s":\n%s\n' "$1" "$output"
    wrong=$((wrong + 1))
  fi
}

# one_sentence: a refusal is one line.
one_sentence() {
  tried=$((tried + 1))
  if [ "$(wc -l <<<"$output")" -ne 1 ]; then
    printf 'WRONG  not one sentence:\n%s\n' "$output"
    wrong=$((wrong + 1))
  fi
}

# state FOLDER...: every file and folder in them with mode, owner and digest.
state() {
  (
    cd "$dir"
    find "$@" -printf '%y %m %U:%G %p -> %l\n' | sort
    find "$@" -type f -print0 | sort -z | xargs -0 sha256sum
  )
}

# as_before WHAT: both homes are as they were.
homes=(hadoop hbase)
as_before() {
  tried=$((tried + 1))
  if diff <(state "${homes[@]}") "$dir/before" >"$dir/difference"; then
    printf 'ok     %s\n' "$1"
  else
    printf 'WRONG  %s\n' "$1"
    cat "$dir/difference"
    wrong=$((wrong + 1))
  fi
}
state "${homes[@]}" >"$dir/before"
both=(--hadoop-home "$hadoop" --hbase-home "$hbase")

expect 0 'help of install' "$dist/bin/install" --help
says --dry-run
expect 2 'no home named' "$dist/bin/install"
expect 2 'an option that is not known' "$dist/bin/install" --hadoop-homes "$hadoop"
expect 1 'no Hadoop there' "$dist/bin/install" --hadoop-home "$hbase"
says 'is not a Hadoop home'
one_sentence
expect 1 'no HBase there' "$dist/bin/install" --hadoop-home "$hadoop" --hbase-home "$hadoop"
says 'is not an HBase home'
one_sentence
expect 1 'nothing to uninstall' "$dist/bin/uninstall" "${both[@]}"
says 'has no installation'
expect 0 'dry run' "$dist/bin/install" "${both[@]}" --dry-run
says "would add $hadoop/libexec/shellprofile.d/tiered.sh"
says "would change $hbase/conf/hbase-env.sh"
as_before 'refusals and a dry run change nothing'

# Java of daemons: a stand-in that says it is another
mkdir -p "$dir/old/bin"
printf '#!/bin/sh\necho "    java.specification.version = %s" >&2\n' 11 >"$dir/old/bin/java"
chmod +x "$dir/old/bin/java"
for env in "$hadoop/etc/hadoop/hadoop-env.sh" "$hbase/conf/hbase-env.sh"; do
  cp -p "$env" "$dir/kept"
  printf '\nexport JAVA_HOME=%s\n' "$dir/old" >>"$env"
  expect 1 "daemons on Java 11 by ${env##*/}" "$dist/bin/install" "${both[@]}"
  says "daemons would run on Java 11 ($dir/old/bin/java, after $env was read), but need 17 or newer"
  one_sentence
  printf '\nexport JAVA_HOME=%s\n' "$dir/nowhere" >>"$env"
  expect 1 "a JAVA_HOME that is not there in ${env##*/}" "$dist/bin/install" "${both[@]}"
  says "JAVA_HOME is $dir/nowhere after $env was read, but it has no bin/java"
  one_sentence
  cp -p "$dir/kept" "$env"
done
as_before 'nor does a refusal of an old Java'

expect 1 'stock Hadoop has no patch points' "$hadoop/bin/hdfs" patchpoints
expect 0 'install' "$dist/bin/install" "${both[@]}"
says "proposed for hdfs-site.xml of DataNodes: $hadoop/share/hadoop/tiered/hdfs-site-proposed.xml"
if [ "$wrong" -ne 0 ]; then
  echo 'the rest needs all that' >&2
  exit 1
fi
expect 0 'hdfs patchpoints after it' "$hadoop/bin/hdfs" patchpoints
says 'patch points are active'
expect 0 'the usage of hdfs names our sub-commands' "$hadoop/bin/hdfs" --help
says filemover
expect 0 'hdfs filemover --help' "$hadoop/bin/hdfs" filemover --help
expect 0 'hdfs pathpolicies --help' "$hadoop/bin/hdfs" pathpolicies --help
expect 0 'hdfs tiered --help' "$hadoop/bin/hdfs" tiered --help
expect 0 'patch points on the class path of HBase' \
  "$hbase/bin/hbase" org.tieredhdfs.hdfs.start.PatchPointsCommand
expect 0 'installed again' "$dist/bin/install" "${both[@]}"
says 'nothing to do'
for jar in "$hadoop/share/hadoop/tiered"/*.jar "$hbase/lib/tiered"/*.jar; do
  case ${jar##*/} in
    hadoop-hdfs-tiered-* | hadoop-hdfs-tiering-* | hadoop-hdfs-mover-file-* | hbase-tiered-store-*) ;;
    *) expect 0 "$jar is none of ours, but on a class path" false ;;
  esac
done

echo '# of the operator' >>"$hbase/conf/hbase-env.sh"
expect 1 'uninstall after hbase-env.sh was changed' "$dist/bin/uninstall" "${both[@]}"
says 'changed since bin/install, so nothing was removed (--force removes anyway)'
says "$hbase/conf/hbase-env.sh has changed"
one_sentence
expect 1 'install after it was changed' "$dist/bin/install" "${both[@]}"
says 'has changed since: run bin/uninstall first'
sed -i '$d' "$hbase/conf/hbase-env.sh"
touch "$hadoop/share/hadoop/tiered/foreign.jar"
expect 1 'uninstall with a file of others' "$dist/bin/uninstall" "${both[@]}"
says 'foreign.jar was not installed'
rm "$hadoop/share/hadoop/tiered/foreign.jar"
expect 0 'dry run of uninstall' "$dist/bin/uninstall" "${both[@]}" --dry-run
says "would restore $hbase/conf/hbase-env.sh"
expect 0 'patch points are active still' "$hadoop/bin/hdfs" patchpoints
expect 0 'uninstall' "$dist/bin/uninstall" "${both[@]}"
as_before 'all is as it was, byte for byte'
expect 1 'stock again' "$hadoop/bin/hdfs" patchpoints

# what a power cut would leave: each file is synced before it gets its name, its folder after that
# shellcheck disable=SC2016 # for the other shell
expect 0 'install with its syncs watched' bash -c '
  log=$1
  command=$2
  shift 2
  sync() { printf "sync %s\n" "${@:2}" >>"$log"; command sync "$@"; }
  mv() { printf "mv %s %s\n" "${@:2}" >>"$log"; command mv "$@"; }
  BASH_ARGV0=$command
  . "$command" "$@"
' _ "$dir/syncs" "$dist/bin/install" "${both[@]}"
expect 0 'each file is synced, named, and its folder synced' awk '
  $1 == "sync" && expected == $2 { expected = "" }
  $1 == "mv" {
    if (before != "sync " $2 || expected != "") exit 1
    named++
    expected = $3
    sub("/[^/]*$", "", expected)
    before = $0
    next
  }
  expected != "" { exit 1 }
  { before = $0 }
  END { if (named < 3 || expected != "") exit 1 }
' "$dir/syncs"
expect 0 'the manifest is synced' grep -q '^sync .*/\.install/manifest$' "$dir/syncs"
expect 0 'uninstall after it' "$dist/bin/uninstall" "${both[@]}"
as_before 'nothing is left of it'

# an installation that is interrupted: at each of its writes in turn
interrupted=0
for moment in 1 2 3 4 19 20 21 22 23 32 33 34 35; do
  code=0
  # shellcheck disable=SC2016 # for the other shell
  (bash -c '
    moves_left=$1
    command=$2
    shift 2
    kill_in_time() { if [ "$((moves_left -= 1))" -le 0 ]; then kill -9 $$; fi; }
    mv() { kill_in_time; command mv "$@"; kill_in_time; }
    # in this very shell, so that it is killed at that moment
    BASH_ARGV0=$command
    . "$command" "$@"
  ' _ "$moment" "$dist/bin/install" "${both[@]}" >"$dir/log" 2>&1; exit $?) 2>/dev/null || code=$?
  if [ "$code" -ne 137 ]; then break; fi
  interrupted=$((interrupted + 1))
  expect 1 "install after one that was interrupted ($moment)" "$dist/bin/install" "${both[@]}"
  says 'was interrupted: run bin/uninstall first'
  for home in "--hbase-home $hbase/lib" "--hadoop-home $hadoop/share/hadoop"; do
    if [ -e "${home#* }/tiered" ] || [ -e "${home#* }/tiered.tiered-new" ]; then
      home=${home%/lib}
      home=${home%/share/hadoop}
      expect 0 "uninstall ${home%% *} after it" "$dist/bin/uninstall" "${home%% *}" "${home#* }"
    fi
  done
  as_before "nothing is left of an installation that was interrupted ($moment)"
done
tried=$((tried + 1))
if [ "$interrupted" -ne 12 ] || [ "$code" -ne 0 ]; then
  echo "WRONG  $interrupted installations were interrupted, the one after them ended with $code"
  cat "$dir/log"
  wrong=$((wrong + 1))
fi
"$dist/bin/uninstall" "${both[@]}" >/dev/null 2>&1 || true
as_before 'as it was after all that'

expect 0 'install once more' "$dist/bin/install" "${both[@]}"
echo '# of the operator' >>"$hbase/conf/hbase-env.sh"
expect 0 'uninstall --force' "$dist/bin/uninstall" "${both[@]}" --force
says 'take our lines out'
tried=$((tried + 1))
if ! grep -qxF '# of the operator' "$hbase/conf/hbase-env.sh" || grep -q tiered "$hbase/conf/hbase-env.sh"; then
  echo 'WRONG  hbase-env.sh after --force:'
  cat "$hbase/conf/hbase-env.sh"
  wrong=$((wrong + 1))
fi

# a file of the archive that was damaged
cp "$dist/shellprofile.d/tiered.sh" "$dir/kept"
echo >>"$dist/shellprofile.d/tiered.sh"
expect 1 'an archive that was damaged' "$dist/bin/install" --hadoop-home "$hadoop"
says 'has changed since it was packed'
cp "$dir/kept" "$dist/shellprofile.d/tiered.sh"

# a Hadoop that the overlay was not made for: one patched class of it differs
mkdir -p "$dir/other/org/apache/hadoop/fs"
(cd "$dir/other" && jar xf "$hadoop/share/hadoop/common/hadoop-common-$version.jar" org/apache/hadoop/fs/StorageType.class &&
  sed 's/NVDIMM/NVDIMN/' org/apache/hadoop/fs/StorageType.class >changed && mv changed org/apache/hadoop/fs/StorageType.class &&
  jar uf "$hadoop/share/hadoop/common/hadoop-common-$version.jar" org/apache/hadoop/fs/StorageType.class)
expect 1 'a Hadoop that the overlay was not made for' "$dist/bin/install" --hadoop-home "$hadoop"
says 'org.apache.hadoop.fs.StorageType is not that of Hadoop'
says "bin/weave --hadoop-home $hadoop"
one_sentence
expect 1 'weaving it' "$dist/bin/weave" --hadoop-home "$hadoop" --out "$dir/overlay.jar"
says 'org.apache.hadoop.fs.StorageType.<clinit>()V differs: known are'
tried=$((tried + 1))
if [ -e "$dir/overlay.jar" ]; then
  echo 'WRONG  an overlay was written'
  wrong=$((wrong + 1))
fi
expect 0 'weaving what is in HBase' "$dist/bin/weave" --hbase-home "$hbase" --out "$dir/overlay.jar"

if [ "$(id -u)" -ne 0 ]; then
  chmod a-w "$hadoop/share/hadoop"
  expect 1 'a Hadoop that may not be written' "$dist/bin/install" --hadoop-home "$hadoop"
  says 'cannot write to'
  chmod u+w "$hadoop/share/hadoop"
fi

rm -rf "$dir/hadoop" "$dir/hbase"

# as packages lay them out: links, configuration elsewhere, HDFS beside Hadoop
"$here/layout.sh" --packages --hadoop "$version" "$dir" >/dev/null
homes=(usr etc)
state "${homes[@]}" >"$dir/before"
lib=$dir/usr/lib
hdfs=$dir/usr/bin/hdfs
both=(--hadoop-home "$lib/hadoop" --hbase-home "$lib/hbase")
expect 1 'packages: stock has no patch points' "$hdfs" patchpoints
mv "$lib/hadoop-hdfs" "$lib/elsewhere"
expect 1 'packages: no HDFS beside Hadoop' "$dist/bin/install" "${both[@]}"
says "$lib/hadoop is not a Hadoop home: $lib/hadoop-hdfs/hadoop-hdfs-*.jar (--hdfs-home says where HDFS is) is missing"
one_sentence
expect 0 'packages: HDFS elsewhere' "$dist/bin/install" "${both[@]}" --hdfs-home "$lib/elsewhere" --dry-run
mv "$lib/elsewhere" "$lib/hadoop-hdfs"
mv "$lib/hadoop/libexec" "$dir/usr/libexec"
expect 1 'packages: no libexec' "$dist/bin/install" "${both[@]}"
says "$lib/hadoop/libexec/shellprofile.d does not exist: use Hadoop 3, and name its libexec by --hadoop-libexec if it is elsewhere"
one_sentence
expect 0 'packages: libexec elsewhere' "$dist/bin/install" "${both[@]}" --hadoop-libexec "$dir/usr/libexec" --dry-run
says "would add $dir/usr/libexec/shellprofile.d/tiered.sh"
mv "$dir/usr/libexec" "$lib/hadoop/libexec"
as_before 'packages: refusals and dry runs change nothing'
expect 0 'packages: install' "$dist/bin/install" "${both[@]}"
expect 0 'packages: hdfs patchpoints' "$hdfs" patchpoints
says 'patch points are active'
expect 0 'packages: hdfs filemover --help' "$hdfs" filemover --help
expect 0 'packages: patch points of HBase' "$lib/hbase/bin/hbase" org.tieredhdfs.hdfs.start.PatchPointsCommand
expect 0 'packages: weaving' "$dist/bin/weave" --hadoop-home "$lib/hadoop" --out "$dir/overlay.jar"
expect 0 'packages: uninstall' "$dist/bin/uninstall" "${both[@]}"
as_before 'packages: all is as it was, byte for byte'

# an HBase without Hadoop jars of its own uses those of the machine
mkdir "$dir/no-hadoop"
mv "$lib"/hbase/lib/hadoop-*.jar "$dir/no-hadoop"
expect 1 'packages: HBase without Hadoop, alone' "$dist/bin/install" --hbase-home "$lib/hbase"
says 'has no Hadoop jars in lib: name the Hadoop that it uses by --hadoop-home, too'
expect 0 'packages: HBase without Hadoop' "$dist/bin/install" "${both[@]}"

rm -rf "$dir"
echo "$tried tried, $wrong wrong"
[ "$wrong" -eq 0 ]
