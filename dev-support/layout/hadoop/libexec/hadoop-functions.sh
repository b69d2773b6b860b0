# shellcheck shell=bash
# Stand-in for Hadoop's own library of this name, which is not published as an artifact: the
# functions that shell profiles may call, as Hadoop documents them, and the course of a command.
# Written for this project; it knows no more than what its tests need.

hadoop_error() {
  printf '%s\n' "$*" >&2
}

hadoop_debug() {
  if [ -n "${HADOOP_SHELL_SCRIPT_DEBUG:-}" ]; then printf 'DEBUG: %s\n' "$*" >&2; fi
}

# hadoop_add_subcommand NAME KIND TEXT: a line of the usage text.
hadoop_add_subcommand() {
  HADOOP_SUBCMD_USAGE+=("$1 ($2)  $3")
}

hadoop_add_profile() {
  case " ${HADOOP_SHELL_PROFILES:-} " in
    *" $1 "*) ;;
    *) HADOOP_SHELL_PROFILES="${HADOOP_SHELL_PROFILES:-} $1" ;;
  esac
}

# hadoop_add_classpath OBJECT [before]: once, if it is there.
hadoop_add_classpath() {
  case $1 in
    *'*') [ -d "$(dirname "$1")" ] || return 1 ;;
    *) [ -e "$1" ] || return 1 ;;
  esac
  case ":$CLASSPATH:" in
    *":$1:"*) return 0 ;;
  esac
  if [ -z "$CLASSPATH" ]; then
    CLASSPATH=$1
  elif [ "${2:-after}" = before ]; then
    CLASSPATH=$1:$CLASSPATH
  else
    CLASSPATH+=:$1
  fi
}

# stand_in_begin: environment, then shell profiles, then the class path so far.
stand_in_begin() {
  local profile file
  if [ -f "$HADOOP_LIBEXEC_DIR/hadoop-layout.sh" ]; then
    # shellcheck disable=SC1091 # of packages
    . "$HADOOP_LIBEXEC_DIR/hadoop-layout.sh"
  fi
  export HADOOP_HOME HADOOP_CONF_DIR=${HADOOP_CONF_DIR:-$HADOOP_HOME/etc/hadoop}
  HADOOP_SUBCMD_USAGE=()
  # shellcheck disable=SC2034 # sub-commands set it, bin/hdfs looks at it
  HADOOP_SUBCMD_SUPPORTDAEMONIZATION=false
  CLASSPATH=
  if [ -f "$HADOOP_CONF_DIR/hadoop-env.sh" ]; then
    # shellcheck disable=SC1091 # the operator's
    . "$HADOOP_CONF_DIR/hadoop-env.sh"
  fi
  for file in "$HADOOP_LIBEXEC_DIR"/shellprofile.d/*.sh "$HADOOP_CONF_DIR"/shellprofile.d/*.sh; do
    if [ -f "$file" ]; then
      # shellcheck disable=SC1090 # whatever is there
      . "$file"
    fi
  done
  hadoop_add_classpath "$HADOOP_HOME/${HADOOP_COMMON_LIB_JARS_DIR:-share/hadoop/common/lib}/*"
  hadoop_add_classpath "$HADOOP_HOME/${HADOOP_COMMON_DIR:-share/hadoop/common}/*"
  for profile in ${HADOOP_SHELL_PROFILES:-}; do
    if declare -F "_${profile}_hadoop_classpath" >/dev/null; then "_${profile}_hadoop_classpath"; fi
  done
}

# stand_in_finish: configuration in front, then what the user wants in front or behind.
stand_in_finish() {
  local entries i
  hadoop_add_classpath "$HADOOP_CONF_DIR" before
  IFS=: read -r -a entries <<<"${HADOOP_CLASSPATH:-}"
  if [ -n "${HADOOP_USER_CLASSPATH_FIRST:-}" ]; then
    for ((i = ${#entries[@]} - 1; i >= 0; i--)); do
      hadoop_add_classpath "${entries[i]}" before || hadoop_debug "not there: ${entries[i]}"
    done
  else
    for ((i = 0; i < ${#entries[@]}; i++)); do
      hadoop_add_classpath "${entries[i]}" || hadoop_debug "not there: ${entries[i]}"
    done
  fi
  export CLASSPATH
}
