"""Overwrites directories with Spark, as its jobs do, and looks where each replica is.

The directories have to have policies by dfs.tiered.path.policies; Spark has Apache Hadoop's client of its own. What is
renamed there follows when the mover's service runs. Prints a line for each directory and way of writing, and fails if a replica is elsewhere.

usage: overwrite.py hdfs://HOST:PORT http://NAMENODE:PORT DIRECTORY=TYPE[+TYPE...]...

A directory's types are those of the replicas of a block, as /w/one=RAMDISK+DISK+DISK.
"""

import re
import sys
import time
import urllib.parse
import urllib.request
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

from pyspark.sql import SparkSession

ROWS = 20_000
PARTS = 8
OVERWRITES = 3
CLIENTS = 8
ROUNDS = 125  # of each client
BLOCK_BYTES = 1 << 20  # what is being written counts as whole blocks, and volumes in memory are small
PATIENCE_S = 180


def types_of_blocks(namenode, path):
    """The storage types of the replicas of each block below a path, by fsck."""
    query = urllib.parse.urlencode({"ugi": "root", "path": path, "files": 1, "blocks": 1, "locations": 1})
    with urllib.request.urlopen(f"{namenode}/fsck?{query}") as answer:
        text = answer.read().decode()
    blocks = [re.findall(r"DS-[0-9a-f-]+,([A-Z_]+)]", line) for line in text.splitlines() if "Live_repl" in line]
    return [tuple(sorted(types)) for types in blocks]


class Jobs:
    def __init__(self, url):
        self.url = url
        self.spark = (
            SparkSession.builder.master("local[2]")
            .config("spark.hadoop.fs.defaultFS", url)
            .config("spark.hadoop.dfs.blocksize", BLOCK_BYTES)
            .config("spark.ui.enabled", "false")
            .getOrCreate()
        )
        self.frame = self.spark.range(ROWS).repartition(PARTS)
        jvm = self.spark.sparkContext._jvm
        self.path = jvm.org.apache.hadoop.fs.Path
        self.configuration = self.spark.sparkContext._jsc.hadoopConfiguration()
        self.files = jvm.org.apache.hadoop.fs.FileSystem.get(self.configuration)

    def overwrite(self, directory):
        for _ in range(OVERWRITES):
            self.frame.write.mode("overwrite").parquet(self.url + directory)

    def rename(self, directory):
        """As Hive: writes beside, and puts it in place of what was there."""
        beside = directory + ".beside"
        self.frame.write.mode("overwrite").parquet(self.url + beside)
        self.files.delete(self.path(directory), True)
        if not self.files.rename(self.path(beside), self.path(directory)):
            raise OSError(f"{beside} cannot be renamed")

    def recreate(self, directory):
        """Several clients delete and make the directory again and again, and write to it."""

        def client(number):
            for turn in range(ROUNDS):
                self.files.delete(self.path(directory), True)
                self.files.mkdirs(self.path(directory))
                name = f"{directory}/{number}-{turn}"
                try:
                    out = self.files.create(self.path(name), True)
                    out.write(bytearray(1000))
                    out.close()
                except Exception as e:  # another client has deleted the directory meanwhile
                    if "does not exist" not in str(e) and "No lease" not in str(e):
                        raise

        with ThreadPoolExecutor(CLIENTS) as pool:
            list(pool.map(client, range(CLIENTS)))
        self.frame.write.mode("append").parquet(self.url + directory)


def main(url, namenode, *directories):
    jobs = Jobs(url)
    elsewhere = 0
    # what clients have given up counts as room taken for a while, so that comes last
    for write in (jobs.overwrite, jobs.rename, jobs.recreate):
        for text in directories:
            directory, types = text.split("=")
            wanted = tuple(sorted(types.split("+")))
            write(directory)
            until = time.monotonic() + (PATIENCE_S if write == jobs.rename else 0)
            while True:
                found = Counter(types_of_blocks(namenode, directory))
                wrong = sum(count for types, count in found.items() if types != wanted)
                if not wrong or time.monotonic() > until:
                    break
                time.sleep(1)
            elsewhere += wrong
            print(f"{directory} {write.__name__}: {sum(found.values())} blocks, {wrong} elsewhere {dict(found)}", flush=True)
            if not found:
                raise OSError("nothing was written")
    sys.exit(1 if elsewhere else 0)


if __name__ == "__main__":
    main(*sys.argv[1:])
