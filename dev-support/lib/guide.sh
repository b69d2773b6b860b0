# shellcheck shell=bash
# Sourced by the check that compares the pages for operators with the commands.

# code_texts FILE...: what they show as code, one text a line: what stands between backticks, and the
# lines of code blocks, those that end with a backslash with the next.
code_texts() {
  awk '
    FNR == 1 { code = 0; line = "" }
    /^ *```/ { code = !code; next }
    code {
      line = line $0
      if (sub(/\\$/, "", line)) next
      sub(/^ +/, "", line)
      if (line != "") print line
      line = ""
      next
    }
    {
      rest = $0
      while (match(rest, /`[^`]+`/)) {
        print substr(rest, RSTART + 1, RLENGTH - 2)
        rest = substr(rest, RSTART + RLENGTH)
      }
    }
  ' "$@" | sed 's/\\|/|/g; s/  */ /g'
}

# run_class CLASS ARGUMENT...: a command of ours on the class path of the local cluster.
run_class() {
  "${JAVA_HOME:+$JAVA_HOME/bin/}java" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC \
    -cp "$(<"${class_path:?}")" "$@" 2>&1
}

# subcommands_of_profile FILE: name and class of each function hdfs_subcommand_NAME in it.
subcommands_of_profile() {
  (
    hadoop_add_profile() { :; }
    hadoop_add_subcommand() { :; }
    # shellcheck disable=SC1090 # the profile
    . "$1"
    for name in $(declare -F | sed -n 's/^declare -f hdfs_subcommand_//p'); do
      HADOOP_CLASSNAME=
      "hdfs_subcommand_$name"
      echo "$name $HADOOP_CLASSNAME"
    done
  )
}

# subcommands_in_help: the first words of lines that are indented by two blanks, as helps list
# sub-commands, of a help on standard input; options and what goes on from the line before are not.
subcommands_in_help() {
  sed -nE 's/^  ([a-z][a-z-]+)( [A-Z[][^ ]*)?( {2,}.*|$)/\1/p' | sort -u
}
