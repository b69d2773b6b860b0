#!/usr/bin/env bash
# A class is known by its simple name: no two have the same.
. "$(dirname "${BASH_SOURCE[0]}")/../lib/check.sh"

refuse 'a simple name of more than one class' "$(
  files '*.java' | sed 's|.*/||' | grep -v '^package-info' | sort | uniq -d
)"

finish 'no two classes of one simple name'
