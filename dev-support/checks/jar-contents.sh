#!/usr/bin/env bash
# The jars for Hadoop's class path hold our packages and, in the overlay only, woven stock classes; the
# archive holds those jars and, in the weaver's folder only, others.
. "$(dirname "${BASH_SOURCE[0]}")/../lib/check.sh"
. "$(dirname "${BASH_SOURCE[0]}")/../lib/stock.sh"

stock=$(stock_classes) || exit 2

# Of the class files on standard input, those that stock Hadoop has, and those that it has not.
in_stock() { comm -12 <(sort) <(printf '%s\n' "$stock" | sort); }
not_in_stock() { comm -23 <(sort) <(printf '%s\n' "$stock" | sort); }

for module in hadoop-hdfs-tiered/{core,datanode,overlay} hadoop-hdfs-{tiering,mover-file{,-service}} hbase-tiered-store; do
  found=0
  for jar in "$module"/target/{hadoop-hdfs,hbase-tiered}-*.jar; do
    case $jar in
      *'*'* | *-sources.jar | *-javadoc.jar | *-tests.jar) continue ;;
    esac
    found=1
    entries=$(jar tf "$jar" | grep -v '/$')
    hadoops=$(grep '^org/apache/hadoop/.*\.class$' <<<"$entries")
    refuse "$jar: neither ours nor Hadoop's" "$(
      grep -vE '^(org/tieredhdfs|org/apache/hadoop|META-INF|webapps/(filemover|static))/' <<<"$entries"
      grep -E '^META-INF/.*\.(class|jar)$' <<<"$entries"
    )"
    for text in LICENSE NOTICE; do
      if ! grep -qx "META-INF/$text" <<<"$entries"; then refuse "$jar" "no META-INF/$text"; fi
    done
    if [ "${module##*/}" = overlay ]; then
      refuse "$jar: in Hadoop's packages, but not a stock class that was woven" \
        "$(not_in_stock <<<"$hadoops" | grep .)"
      if [ -z "$hadoops" ]; then refuse "$jar" 'no woven class in it'; fi
    else
      refuse "$jar: hides a stock class" "$(in_stock <<<"$hadoops")"
    fi
  done
  if [ "$found" -eq 0 ]; then refuse "$module" 'no jar: run mvn package first'; fi
done

# The archive: these very jars, nothing else on a class path, and a checksum of every file.
archive=$(echo distribution/target/tiered-hdfs-*-hadoop"$(hadoop_version)".tar.gz)
if [ ! -f "$archive" ]; then
  refuse distribution 'no archive: run mvn package first'
  finish ''
fi
unpacked=$(mktemp -d "${TMPDIR:-/tmp}/archive.XXXXXX")
trap 'rm -rf "$unpacked"' EXIT
tar -xzf "$archive" -C "$unpacked" --strip-components=1
others=
while IFS= read -r jar; do
  name=${jar##*/}
  case $jar in
    ./weaver/*) continue ;;
    ./lib/*) ;;
    *) others+="$jar"$'\n' ;;
  esac
  if ! cmp -s "$unpacked/$jar" "$(echo {hadoop-hdfs-tiered/{core,datanode,overlay},hadoop-hdfs-{tiering,mover-file{,-service}},hbase-tiered-store}/target/"$name" |
    tr ' ' '\n' | while IFS= read -r built; do if [ -f "$built" ]; then echo "$built"; fi; done)"; then
    others+="$jar is not the one that was built"$'\n'
  fi
done < <(cd "$unpacked" && find . -name '*.jar' | sort)
refuse "$archive: jars on a class path" "${others%$'\n'}"
refuse "$archive: jars missing in lib" "$(
  [ "$(find "$unpacked/lib" -name '*.jar' | wc -l)" -eq 7 ] || find "$unpacked/lib" -name '*.jar'
)"
refuse "$archive: libraries of others outside of the weaver's folder" "$(
  find "$unpacked" -name '*.jar' ! -path '*/weaver/*' -exec jar tf {} \; | grep -E '^(net/bytebuddy|picocli)/'
)"
refuse "$archive: SHA256SUMS" "$(
  cd "$unpacked" || exit
  sha256sum --quiet --check SHA256SUMS 2>&1
  diff <(cut -c 67- SHA256SUMS | sort) <(find . -type f ! -name SHA256SUMS | sed 's:^\./::' | sort)
)"
for text in LICENSE NOTICE bom.json bom.xml; do
  refuse "$archive" "$([ -s "$unpacked/$text" ] || echo "no $text")"
done

finish 'jars for class paths and the archive hold what they should'
