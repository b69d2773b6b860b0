#!/usr/bin/env bash
# No file carries another project's header, and no source file has a stock class's name and package.
. "$(dirname "${BASH_SOURCE[0]}")/../lib/check.sh"
. "$(dirname "${BASH_SOURCE[0]}")/../lib/stock.sh"

refuse 'header of another project' "$(
  search 'Licensed to the Apache Softwar[e] Foundation|Copyright (\([Cc]\)|©|[0-9]{4})' \
    . ':!LICENSE' ':!NOTICE'
)"

ours=$(files '*/src/main/java/org/apache/*.java' | grep '/org/apache/hadoop/')
if [ -n "$ours" ]; then
  if stock=$(stock_classes); then
    refuse 'a copy of a stock class' "$(
      while IFS= read -r file; do
        class=${file#*/src/main/java/}
        if grep -qxF "${class%.java}.class" <<<"$stock"; then echo "$file"; fi
      done <<<"$ours"
    )"
  else
    exit 2
  fi
fi

finish 'no header of others, no copy of a stock class'
