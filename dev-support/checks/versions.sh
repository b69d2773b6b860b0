#!/usr/bin/env bash
# Versions stand in the parent pom only: other poms name none, but for that of our own parent.
. "$(dirname "${BASH_SOURCE[0]}")/../lib/check.sh"

refuse 'a version outside the parent pom' "$(
  files '*/pom.xml' | while IFS= read -r pom; do
    awk -v pom="$pom" '
      /<parent>/ { parent = 1 }
      !parent && /<version>/ && !/<version>\$\{/ { print pom ":" FNR ":" $0 }
      /<[A-Za-z0-9.-]+\.version>[^$]/ { print pom ":" FNR ":" $0 }
      /<\/parent>/ { parent = 0 }
    ' "$pom"
  done
)"

finish 'versions only in the parent pom'
