#!/usr/bin/env bash
# Diagrams are as dev-support/draw-diagrams draws them, and no page has one in a language that the site shows as code.
. "$(dirname "${BASH_SOURCE[0]}")/../lib/check.sh"

drawn=$(mktemp -d "${TMPDIR:-/tmp}/diagrams.XXXXXX")
trap 'rm -rf "$drawn"' EXIT
refuse 'dev-support/draw-diagrams fails' "$(dev-support/draw-diagrams "$drawn" 2>&1 || echo 'see its message')"

stale=
for file in "$drawn"/*.svg; do
  name=docs/images/$(basename "$file")
  cmp -s "$file" "$name" || stale+="$name"$'\n'
done
refuse 'a diagram is out of date; run dev-support/draw-diagrams' "${stale%$'\n'}"

refuse 'a diagram in Mermaid; draw it with dev-support/draw-diagrams' "$(search '^ *``` *mermaid' '*.md')"

finish 'diagrams are as drawn'
