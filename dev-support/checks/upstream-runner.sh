#!/usr/bin/env bash
# The runner of Hadoop's own tests, which is no module of the build, compiles and passes its tests.
. "$(dirname "${BASH_SOURCE[0]}")/../lib/check.sh"

if ! output=$(mvn -B -ntp -q -f dev-support/upstream/pom.xml verify 2>&1); then
  refuse 'dev-support/upstream' "$output"
fi

finish 'the runner of the upstream tests is in order'
