#!/usr/bin/env bash
# Plants faults in a copy of the tree, one at a time, and sees that each makes the test fail that has to find it.
#
# usage: dev-support/planted-faults.sh [--list | --table] [NAME...]   (default: all; about a minute each)
#
#   --list   prints the names of the faults, and ends
#   --table  prints the table of dev-support/planted-faults/README.md, and ends
#
# A fault is a patch in dev-support/planted-faults. Its first lines say what it does (Fault:), which module's test
# finds it (Module:), and the test (Test:), a class or CLASS#METHOD. Without faults all of these tests have to pass;
# then each has to fail with its own. What Maven printed is in target/planted-faults/logs.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(dirname "$here")
# shellcheck source=lib/tree.sh
. "$here/lib/tree.sh"
folder=$here/planted-faults
copy=$root/target/planted-faults/tree
logs=$root/target/planted-faults/logs

# said KEY PATCH: what the first lines of a patch say of it.
said() {
  sed -n "/^---/q; s/^$1: //p" "$2"
}

# run LOG MODULES TESTS: Maven's exit code; tests that hang are ended.
run() {
  mvn -B -ntp test -pl "$2" -am "-Dtest=$3" -Dsurefire.failIfNoSpecifiedTests=false -Dsurefire.timeout=600 \
    -Dspotless.check.skip=true >"$logs/$1.log" 2>&1
}

# reports PATCH: those of the class that has to find it.
reports() {
  local class
  class=$(said Test "$1")
  find "$copy/$(said Module "$1")/target/surefire-reports" -name "TEST-*.${class%%#*}.xml" 2>/dev/null || true
}

# was_run PATCH: whether the test that has to find it was among those that were run.
was_run() {
  local test report
  test=$(said Test "$1")
  case $test in *'#'*) test=${test#*#} ;; *) test= ;; esac
  report=$(reports "$1")
  [ -n "$report" ] && grep -q "<testcase name=\"$test" "$report"
}

# outcome PATCH MAVEN-CODE LOG: what came of a run with a fault.
outcome() {
  local report
  report=$(reports "$1")
  if [ "$2" -eq 0 ]; then
    echo 'NOT FOUND by'
  elif [ -n "$report" ] && grep -qE '^<testsuite .* (errors|failures)="[1-9]' "$report"; then
    echo 'found by'
  elif grep -q 'There was a timeout' "$logs/$3.log"; then
    echo 'found, as it does not end, by'
  elif grep -qE 'COMPILATION ERROR|Compilation failure' "$logs/$3.log"; then
    echo 'DOES NOT COMPILE for'
  else
    echo 'MAVEN FAILED for'
  fi
}

action=plant
case ${1:-} in
  -h | --help) sed -n '2,11s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 0 ;;
  --list | --table) action=${1#--}; shift ;;
  -*) echo "planted-faults: no such option: $1" >&2; exit 2 ;;
esac

patches=()
for name in "$@"; do
  found=("$folder"/*"-$name.patch" "$folder/$name.patch")
  for file in "${found[@]}"; do
    if [ -f "$file" ]; then patches+=("$file"); continue 2; fi
  done
  echo "planted-faults: no fault $name; --list names them" >&2
  exit 2
done
[ $# -gt 0 ] || patches=("$folder"/*.patch)

case $action in
  list)
    for patch in "${patches[@]}"; do basename "$patch" .patch; done
    exit 0
    ;;
  table)
    echo '| fault | found by |'
    echo '|---|---|'
    for patch in "${patches[@]}"; do printf '| %s | `%s` |\n' "$(said Fault "$patch")" "$(said Test "$patch")"; done
    exit 0
    ;;
esac

mkdir -p "$logs"
copy_tree "$root" "$copy"
cd "$copy"
git init --quiet # so that patches are applied here, and not to the tree around it
# A fault may leave a warning, as of something unused, which is no failure of a test
sed -i -e '/<arg>-Werror</d' -e '/-Xplugin:ErrorProne/d' pom.xml

all() { for patch in "${patches[@]}"; do said "$1" "$patch"; done | sort -u | paste -sd, -; }
start=$SECONDS
if ! run without "$(all Module)" "$(all Test)"; then
  echo "planted-faults: tests fail without any fault; see $logs/without.log" >&2
  exit 1
fi
for patch in "${patches[@]}"; do
  if ! was_run "$patch"; then
    echo "planted-faults: $(said Module "$patch") has no $(said Test "$patch"), which $patch names" >&2
    exit 1
  fi
done
echo "planted-faults: without faults all tests pass ($((SECONDS - start)) s)"

missed=0
for patch in "${patches[@]}"; do
  name=$(basename "$patch" .patch)
  start=$SECONDS
  rm -rf "$(said Module "$patch")/target/surefire-reports"
  if git apply "$patch"; then
    code=0
    run "$name" "$(said Module "$patch")" "$(said Test "$patch")" || code=$?
    came=$(outcome "$patch" "$code" "$name")
    git apply --reverse "$patch"
  else
    came='DOES NOT APPLY for'
  fi
  case $came in found*) ;; *) missed=$((missed + 1)) ;; esac
  printf '%-32s %s %s (%d s)\n' "$name" "$came" "$(said Test "$patch")" "$((SECONDS - start))"
done

echo "planted-faults: ${#patches[@]} faults, $missed not found"
[ "$missed" -eq 0 ]
