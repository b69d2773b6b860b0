#!/usr/bin/env bash
# No file names a registry's host, or a path that exists on one machine only.
. "$(dirname "${BASH_SOURCE[0]}")/../lib/check.sh"

registries='(maven|sonatype|jfrog|artifactory|nexus|npmjs|pypi|pythonhosted|crates|debian|ubuntu|golang|docker)'
refuse "a registry's host" "$(
  search "https?://[A-Za-z0-9.-]*${registries}[A-Za-z0-9.-]*(:[0-9]+)?(/|\$)" . |
    grep -vE 'https?://maven\.apache\.org/(POM|xsd|SETTINGS|ASSEMBLY)'
)"

refuse 'a path of one machine' "$(
  search '(^|[^A-Za-z0-9_.}$-])/(root|home/[a-z][a-z0-9_-]*|Users/[A-Za-z]+|work/(main|shared))(/|$)' .
  git grep --untracked -nIF -e "$root/"
  if [ "${HOME:-/}" != / ]; then git grep --untracked -nIF -e "$HOME/"; fi
)"

finish 'no host of a registry, no path of one machine'
