# shellcheck shell=bash
# Sourced by checks that compare with the classes of stock Hadoop.

# hadoop_version: the one that the parent pom names.
hadoop_version() {
  sed -n '/<hadoop\.version>/{s:.*<hadoop\.version>\(.*\)</hadoop\.version>.*:\1:p;q}' pom.xml
}

# stock_classes: the class files in the stock jars that ours stand in front of, one a line, sorted.
stock_classes() {
  local version repository module jar
  version=$(hadoop_version)
  repository=${MAVEN_REPOSITORY:-$HOME/.m2/repository}
  for module in hadoop-common hadoop-hdfs hadoop-hdfs-client; do
    jar=$repository/org/apache/hadoop/$module/$version/$module-$version.jar
    if [ ! -f "$jar" ]; then
      echo "no stock jar $module $version in Maven's repository: build first, or set MAVEN_REPOSITORY" >&2
      return 1
    fi
    jar tf "$jar" | grep '\.class$'
  done | sort -u
}
