#!/usr/bin/env bash
# Commands and options that the pages for operators show are there, and sub-commands that are there are shown.
. "$(dirname "${BASH_SOURCE[0]}")/../lib/check.sh"
. "$(dirname "${BASH_SOURCE[0]}")/../lib/guide.sh"

guide=docs
# pages about development and flags of Java show options of others
mapfile -t pages < <(files 'docs/*.md' ':!docs/architecture.md' ':!docs/measurements*' ':!docs/prerequisites.md' \
  ':!docs/dfsio-terasort.md' ':!docs/report-format.md' ':!docs/upstream-tests.md' ':!docs/ycsb.md')
class_path=dev-support/local-cluster/target/cluster.classpath
if [ ! -f "$class_path" ]; then
  refuse "$class_path" 'is missing: run mvn package first'
  finish ''
fi

declare -A help_of   # the help of each command, by how the guide calls it
declare -A class_of  # the class of each sub-command of hdfs that our shell profile adds
while read -r name class; do
  class_of[$name]=$class
  help_of["hdfs $name"]=$(run_class "$class" --help)
  refuse "hdfs $name --help" "$([ -n "${help_of["hdfs $name"]}" ] || echo 'prints nothing')"
done < <(subcommands_of_profile distribution/src/main/shellprofile.d/tiered.sh)
# commands that have others within, each with a help of its own
for name in $(subcommands_in_help <<<"${help_of["hdfs tiered"]}"); do
  help_of["hdfs tiered $name"]=$(run_class "${class_of[tiered]}" "$name" --help)
done
# those of the mover are taken together, as the guide's tables show them without its name
mover=${help_of["hdfs filemover"]}
for name in $(subcommands_in_help <<<"$mover"); do
  help_of["hdfs filemover"]+=$'\n'$(run_class "${class_of[filemover]}" "$name" --help)
done
for file in distribution/src/main/bin/*; do
  help_of["bin/${file##*/}"]=$("$file" --help)
done
report=org.tieredhdfs.hbase.report.PlacementReportCommand
help_of["hbase placement"]=$(run_class $report --help 2>&1)

# command_of TEXT: which of them a text calls; nothing if it is another's.
command_of() {
  local first second rest
  read -r first second rest <<<"$1"
  case $first in
    hdfs | hbase) if [ -z "$second" ]; then return; fi ;;&
    hdfs)
      if [ "$second" = --daemon ]; then read -r _ _ _ second _ <<<"$1"; fi
      read -r rest _ <<<"$rest"
      if [ "$second" = tiered ] && [[ $rest == [a-z]* ]]; then second+=" $rest"; fi
      echo "hdfs $second"
      ;;
    hbase) echo "hbase $second" ;;
    *bin/install | *bin/uninstall | *bin/weave) echo "bin/${first##*/}" ;;
    # the guide's tables show the commands of the mover without its name
    move | report | explain | serve | status | cancel | limits)
      if [[ $1 == *' '* ]]; then echo 'hdfs filemover'; fi ;;
  esac
}

# Sub-commands that stock Hadoop has, of those that an operator meets in the guide.
stock='dfs|dfsadmin|fsck|haadmin|storagepolicies|mover|balancer|namenode|datanode|secondarynamenode|journalnode|zkfc|getconf|oiv|oev|ec|classpath|version'

unknown=
options_missing=
shown=0
while IFS= read -r text; do
  command=$(command_of "$text")
  case $command in
    '')
      # an option by itself: one of our commands has it
      if [[ $text =~ ^--[a-z][a-z-]*$ ]] && ! grep -qwF -- "$text" <<<"${help_of[*]}"; then
        options_missing+="$text: no command has it"$'\n'
      fi
      continue
      ;;
    'hdfs '*.*)
      if [ -z "$(files "*/$(tr . / <<<"${command#hdfs }").java")" ]; then unknown+="$text"$'\n'; fi
      continue
      ;;
  esac
  shown=$((shown + 1))
  if [ -z "${help_of[$command]:-}" ]; then
    if ! [[ ${command#hdfs } =~ ^($stock)$ ]]; then unknown+="$text"$'\n'; fi
    continue
  fi
  for option in $(grep -oE '(^|[ [|])--?[a-zA-Z0-9][a-z0-9-]*' <<<"${text%% || *}" | tr -d ' [|'); do
    case $option in
      # Hadoop's own options, for all of its commands, that of hdfs itself, and what all answer
      -fs | -conf | -D | --daemon | --help) continue ;;
    esac
    if ! grep -qE -- "(^|[^a-z-])$option([^a-z-]|\$)" <<<"${help_of[$command]}"; then
      options_missing+="$text: $option is not in the help of $command"$'\n'
    fi
  done
done < <(code_texts "${pages[@]}")
refuse "$guide shows a command that is not there" "${unknown%$'\n'}"
refuse "$guide shows an option that is not there" "${options_missing%$'\n'}"

hidden=
texts=$(code_texts "${pages[@]}")
for name in "${!class_of[@]}"; do
  if ! grep -qE "^hdfs (--daemon [a-z]+ )?$name( |\$)" <<<"$texts"; then hidden+="hdfs $name"$'\n'; fi
  words=${help_of["hdfs $name"]}
  if [ "$name" = filemover ]; then words=$mover; fi
  for word in $(subcommands_in_help <<<"$words"); do
    if ! grep -qE "(^|hdfs (--daemon [a-z]+ )?$name )$word( |\$)" <<<"$texts"; then
      hidden+="hdfs $name $word"$'\n'
    fi
  done
done
for file in distribution/src/main/bin/*; do
  if ! grep -qE "bin/${file##*/}( |\$)" <<<"$texts"; then hidden+="bin/${file##*/}"$'\n'; fi
done
refuse "not in $guide" "${hidden%$'\n'}"

finish "$shown commands in $guide are there with their options, and all of ours are in it"
