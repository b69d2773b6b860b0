#!/usr/bin/env bash
# Plants a fault for each check in a copy of the tree and sees that the check, and only a fault, fails.
# usage: dev-support/checks-selftest.sh   (after mvn package, whose jars some checks look into)
set -uo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(dirname "$here")
# shellcheck source=lib/tree.sh
. "$here/lib/tree.sh"

work=$(mktemp -d "${TMPDIR:-/tmp}/checks.XXXXXX")
trap 'rm -rf "$work"' EXIT
copy=$work/tree
copy_tree "$root" "$copy"
cd "$copy" || exit 2
git init --quiet
for module in hadoop-hdfs-tiered/{core,datanode,overlay} hadoop-hdfs-{tiering,mover-file{,-service}} hbase-tiered-store; do
  mkdir -p "$module/target"
  cp "$root/$module/target/"*.jar "$module/target/" || exit 2
done
mkdir -p distribution/target dev-support/local-cluster/target
cp "$root"/distribution/target/*.tar.gz distribution/target || exit 2
cp "$root"/dev-support/local-cluster/target/cluster.classpath dev-support/local-cluster/target || exit 2
git add -A
git -c user.name=selftest -c user.email=selftest@localhost commit --quiet -m start

wrong=0
tried=0

# run CHECK EXPECTED-CODE WHAT
run() {
  local output code=0
  output=$("dev-support/checks/$1.sh" 2>&1) || code=$?
  tried=$((tried + 1))
  if [ "$code" -eq "$2" ]; then
    printf 'ok      %-18s %s\n' "$1" "$3"
  else
    printf 'WRONG   %-18s %s: exit code %s, not %s\n%s\n' "$1" "$3" "$code" "$2" "$output"
    wrong=$((wrong + 1))
  fi
}

# planted CHECK WHAT: what the caller changed must be found; the change is taken back.
planted() {
  run "$1" 1 "finds $2"
  git checkout --quiet . && git clean --quiet -fd
}

for check in dev-support/checks/*.sh; do
  run "$(basename "$check" .sh)" 0 'passes as it is'
done

# Split words, so that the checks do not find them in this file.
echo "see https://repo.mav""en.org/x" >>README.md
planted hosts-and-paths 'the host of a registry'
echo "cd /ro""ot/x" >>README.md
planted hosts-and-paths 'a path of one machine'
echo "cd $copy/x" >new.md
planted hosts-and-paths 'the path of this tree, in a file git does not know yet'

echo '// Licensed to the Apache Softw''are Foundation (ASF) under one' >New.java
planted own-work 'a header of others'
stock=hadoop-hdfs-tiered/core/src/main/java/org/apache/hadoop/fs/StorageType.java
mkdir -p "$(dirname "$stock")" && echo 'class StorageType {}' >"$stock"
planted own-work 'a stock class'

tests=hadoop-hdfs-tiered/core/src/test/java
mkdir -p $tests && echo 'String at = "127.0.0.1:50""070";' | sed 's/""//' >$tests/PortTest.java
planted fixed-ports 'an address with a port'
mkdir -p $tests && echo 'new ServerSocket(98''76);' >$tests/PortTest.java
planted fixed-ports 'a socket with a port'

for word in '@Dis''abled' '@Ig''nore("x")' 'assertTr''ue(true);' '// TO''DO' 'e.printStackTr''ace();'; do
  echo "$word" >New.java
  planted left-overs "$word"
done

printf '#!/bin/sh\nif\n' >new.sh && chmod +x new.sh
planted shell-scripts 'a script that does not parse'
printf '#!/bin/sh\n' >new.sh
planted shell-scripts 'a script that is not executable'
chmod +x README.md
planted shell-scripts 'an executable that is no script'

yes '//' | head -n 501 >New.java
planted class-size 'a class of 501 lines'
echo 'New.java it was long once' >>dev-support/checks/class-size.allow
planted class-size 'a reason without a class'
mkdir -p new && echo 'class MoverKeys {}' >new/MoverKeys.java
planted class-names 'a second class of the same name'

yes word | head -n 500 >>CONTRIBUTING.md
planted size 'a page of 500 words more'

echo '[gone](docs/gone.md)' >>README.md
planted doc-links 'a link that leads nowhere'
echo '[gone](docs/install.md#gone)' >>README.md
planted doc-links 'an anchor that is not there'
sed -i 's/^## Uninstall/## Remove/' docs/install.md
planted doc-links 'a heading that links still lead to'

sed -i '0,/<dependency>/s//<dependency><version>1.0<\/version>/' hadoop-hdfs-tiered/core/pom.xml
planted versions 'a version in a module'

sed -i '0,/<dependencies>/s//<dependencies><dependency>\n<groupId>a.b<\/groupId>\n<\/dependency>/' \
  hadoop-hdfs-tiered/core/pom.xml
planted jar-dependencies 'a dependency of scope compile'

# plant_in_jar MODULE ENTRY: the jars are not in git, so they are put back by hand.
plant_in_jar() {
  local jar
  jar=$(echo "hadoop-hdfs-tiered/$1/target/hadoop-hdfs-tiered-$1-"*.jar)
  cp "$jar" "$work/kept.jar"
  mkdir -p "$work/plant/$(dirname "$2")"
  echo x >"$work/plant/$2"
  jar uf "$jar" -C "$work/plant" "$2"
  planted jar-contents "$3"
  cp "$work/kept.jar" "$jar"
}
plant_in_jar core com/google/common/A.class 'a class of others'
plant_in_jar core org/apache/hadoop/fs/StorageType.class 'a stock class in core'
plant_in_jar overlay org/apache/hadoop/fs/Unknown.class 'a class that stock does not have'

# plant_in_archive FILE WHAT: the same for the archive; the checksums are made anew.
plant_in_archive() {
  local archive tree=$work/tree-of-archive
  archive=$(echo distribution/target/*.tar.gz)
  cp "$archive" "$work/kept.tar.gz"
  rm -rf "$tree" && mkdir "$tree"
  tar -xzf "$archive" -C "$tree"
  (cd "$tree"/* && cp weaver/byte-buddy-*.jar "$1" && rm SHA256SUMS &&
    find . -type f -printf '%P\n' | sort | xargs sha256sum >"$work/sums" && mv "$work/sums" SHA256SUMS)
  tar -czf "$archive" -C "$tree" .
  planted jar-contents "$2"
  cp "$work/kept.tar.gz" "$archive"
}
plant_in_archive lib/other.jar 'a jar of others on a class path in the archive'

echo 'Run `hdfs filemove report /x`.' >>docs/mover.md
planted guide-commands 'a command that is not there'
echo 'Run `hdfs filemover report --jason /x`.' >>docs/mover.md
planted guide-commands 'an option that is not there'
sed -i 's/pathpolicies/path-policies/' docs/*.md
planted guide-commands 'a command that the guide leaves out'

long_sentence="A sentence $(printf 'of many words %.0s' {1..12}) ends here."
echo "$long_sentence" >>docs/mover.md
planted prose 'a sentence of more than 35 words'
echo "$long_sentence" >>docs/mover.md
echo 'docs/mover.md | of many words | the self-test wants it' >>dev-support/checks/prose.allow
run prose 0 'lets pass what has a reason'
git checkout --quiet .
echo 'docs/mover.md | of many words | the self-test wants it' >>dev-support/checks/prose.allow
planted prose 'a reason without a sentence'
printf '\n## Run the service\n' >>docs/mover.md
planted prose 'two headings of the same name'
echo 'The replica is made anew.' >>docs/mover.md
planted prose 'a phrase that the glossary forbids'

echo 'box other 20 20 100 other' >>dev-support/diagrams/modules.txt
planted diagrams 'a diagram that was not drawn anew'
echo 'arrow core gone' >>dev-support/diagrams/modules.txt
planted diagrams 'an arrow that leads nowhere'
printf '%s\n' '```mer''maid' 'flowchart LR' '```' >>docs/mover.md
planted diagrams 'a diagram that the site shows as code'

sed -i '/^-  /d' dev-support/planted-faults/01-*.patch
planted planted-faults 'a planted fault that does not apply'
sed -i 's/^Fault: /&Now /' dev-support/planted-faults/02-*.patch
planted planted-faults 'a planted fault that is not listed'

# plant_commit MESSAGE WHAT
plant_commit() {
  git -c user.name=selftest -c user.email=selftest@localhost commit --quiet --allow-empty -m "$1"
  run commit-messages 1 "finds $2"
  git reset --quiet --hard HEAD~1
}
plant_commit 'wi''p' 'work in progress'
plant_commit "$(printf 'x%.0s' {1..73})" 'a subject of 73 characters'
plant_commit 'Merge branch main of ../other/clone' 'a merge commit that names a folder'

echo 'class Broken {' >dev-support/upstream/src/main/java/org/tieredhdfs/upstream/Broken.java
planted upstream-runner 'a class that does not compile'

echo "$tried tried, $wrong wrong"
[ "$wrong" -eq 0 ]
