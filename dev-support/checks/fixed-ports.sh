#!/usr/bin/env bash
# No test listens on or calls a port of its choice: the kernel gives it one.
. "$(dirname "${BASH_SOURCE[0]}")/../lib/check.sh"

tests=('*/src/test/*' ':!*.md')
refuse 'a fixed port in a test' "$(
  search '(localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1?\]):[1-9][0-9]{2,4}([^0-9]|$)' "${tests[@]}"
  search '(ServerSocket|ServerSocketChannel|InetSocketAddress|[pP]ort)\(([^()]*, *)?[1-9][0-9]{2,4}[,)]' "${tests[@]}"
)"

finish 'no fixed port in a test'
