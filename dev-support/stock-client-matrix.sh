#!/usr/bin/env bash
# Writes docs/stock-clients.md from a run: clients with stock jars on a cluster of ours.
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
[[ " $* " == *" --kinds"* || " $* " == *" --clients"* ]] || options+=(--write)

exec "$home/dev-support/tiered" stock-clients "${options[@]}" "$@"
