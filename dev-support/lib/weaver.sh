# shellcheck shell=bash
# Sourced by scripts that run the weaver on other versions of Hadoop.

# build_weaver ROOT: compiles it and sets weaver_path to all that it needs but for a Hadoop.
build_weaver() {
  local file=$1/target/weaver.classpath
  mkdir -p "$1/target"
  (cd "$1" && mvn -B -ntp -q -pl hadoop-hdfs-tiered/weaver -am -DskipTests -Dspotless.check.skip=true \
    "-Dmdep.outputFile=$file" -DincludeScope=runtime process-classes dependency:build-classpath)
  weaver_path=$1/hadoop-hdfs-tiered/weaver/target/classes:$(<"$file")
}

# hadoop_jars ROOT VERSION: the class path of a Hadoop, laid out once under target/hadoop-VERSION.
hadoop_jars() {
  local home=$1/target/hadoop-$2/hadoop
  if [ ! -d "$home/share/hadoop/hdfs/lib" ]; then
    "$1/dev-support/layout.sh" --no-hbase --hadoop "$2" "$1/target/hadoop-$2" >/dev/null
  fi
  printf '%s/*:' "$home"/share/hadoop/{common,common/lib,hdfs}
  printf '%s/*\n' "$home/share/hadoop/hdfs/lib"
}

# weaver_java JARS COMMAND ARGUMENT...
weaver_java() {
  local jars=$1
  shift
  "${JAVA_HOME:+$JAVA_HOME/bin/}java" -cp "$weaver_path:$jars" \
    org.tieredhdfs.hdfs.weave.WeaverCommand "$@"
}
