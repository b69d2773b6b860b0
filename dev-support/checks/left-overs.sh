#!/usr/bin/env bash
# No test is switched off or cannot fail, and nothing is left for later.
. "$(dirname "${BASH_SOURCE[0]}")/../lib/check.sh"

refuse 'a test that is switched off or cannot fail' "$(
  search '@(Disabled|Ignore)([^A-Za-z]|$)|assertTrue\(true\)|assumeTrue\(false\)|assertThat\(true\)' '*.java'
)"
refuse 'left for later' "$(search '(^|[^A-Za-z])(T[O]DO|FIXM[E]|XX[X]|HAC[K])([^A-Za-z]|$)' .)"
refuse 'a trace printed instead of logged' "$(search 'printStackTrac[e]' '*.java')"

finish 'no test switched off, nothing left for later'
