#!/usr/bin/env bash
# Writes docs/stock-clients.md from a run: clients with stock jars on a cluster of ours.
# The clients in Go and Rust need a Go and a Python on this machine, and are left out without.
# Further arguments go to 'tiered stock-clients'; with --kinds or --clients the page is printed only.
set -euo pipefail

home=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
version=$(sed -n 's:.*<hadoop\.gateways\.version>\(.*\)</hadoop\.gateways\.version>.*:\1:p' "$home/pom.xml")
class_path=$home/target/gateways.classpath

mkdir -p "$home/target"
options=(--dir "$home/target/stock-clients")
if (cd "$home" && mvn -B -q -f dev-support/stock-gateways/pom.xml "-Dhadoop.version=$version" \
  dependency:build-classpath "-Dmdep.outputFile=$class_path") >&2; then
  options+=(--gateways "$class_path")
else
  echo "stock-client-matrix: HttpFS and Router $version do not resolve; they are left out" >&2
fi
older() { # older OPTION PROPERTY: a client of the Hadoop whose version the parent pom has there
  local version file=$home/target/client-$1.classpath
  version=$(sed -n "s:.*<${2//./\\.}>\\(.*\\)</.*:\\1:p" "$home/pom.xml")
  if mvn -B -q -f "$home/dev-support/older-clients/pom.xml" "-Dhadoop.version=$version" \
    dependency:build-classpath "-Dmdep.outputFile=$file" >&2; then
    options+=("--$1" "$file")
  else
    echo "stock-client-matrix: the client of Hadoop $version does not resolve; it is left out" >&2
  fi
}
older hadoop2 hadoop.client2.version
older hadoop33 hadoop.client33.version
if ! command -v go >/dev/null; then
  echo "stock-client-matrix: there is no Go on this machine; the Go client is left out" >&2
elif (cd "$home/dev-support/foreign-clients/go" && go build -o "$home/target/go-probe" .) >&2; then
  options+=(--go "$home/target/go-probe")
else
  echo "stock-client-matrix: the Go client does not resolve; it is left out" >&2
fi
venv=$home/target/rust-client
if ! command -v python3 >/dev/null; then
  echo "stock-client-matrix: there is no Python on this machine; the Rust client is left out" >&2
elif { [ -x "$venv/bin/python" ] || python3 -m venv "$venv"; } >&2 &&
  "$venv/bin/pip" install --quiet -r "$home/dev-support/foreign-clients/rust/requirements.txt" >&2; then
  printf '#!/usr/bin/env bash\nexec %q %q "$@"\n' \
    "$venv/bin/python" "$home/dev-support/foreign-clients/rust/probe.py" >"$home/target/rust-probe"
  chmod +x "$home/target/rust-probe"
  options+=(--rust "$home/target/rust-probe")
else
  echo "stock-client-matrix: the Rust client does not resolve; it is left out" >&2
fi
[[ " $* " == *" --kinds"* || " $* " == *" --clients"* ]] || options+=(--write)

exec "$home/dev-support/tiered" stock-clients "${options[@]}" "$@"
