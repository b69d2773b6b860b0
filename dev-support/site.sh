#!/usr/bin/env bash
# Makes a site of static pages from the Markdown files of this tree, and sees that each of its links leads somewhere.
# usage: dev-support/site.sh [DIR]   (default: target/site; open README.html there)
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(dirname "$here")
case ${1:-} in
  -h | --help) sed -n '2,3s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"; exit 0 ;;
  -*) echo "site: '$1' is not understood; see --help" >&2; exit 2 ;;
esac
out=${1:-$root/target/site}
mkdir -p "$out"
out=$(cd "$out" && pwd -P)
jars=$root/target/site-jars
mvn -B -ntp -q -f "$here/site/pom.xml" dependency:copy-dependencies "-DoutputDirectory=$jars"
mapfile -t pages < <(cd "$root" && git ls-files --cached --others --exclude-standard -- '*.md')
"${JAVA_HOME:+$JAVA_HOME/bin/}java" -cp "$jars/*" "$here/site/Site.java" "$root" "$out" "${pages[@]}"
