"""Tries every operation of the matrix of stock clients with the Rust client, by its Python binding.

Prints a line for each: "result", the operation, "ok", "failed" or "not-offered", and what was said.

usage: probe.py hdfs://HOST:PORT ROOT OWN POLICY CUSTOM-TYPE ERASURE-CODING
"""

import sys
import time

from hdfs_native import Client, WriteOptions

BLOCK_BYTES = 1 << 20
FILE_BYTES = 2 * BLOCK_BYTES + BLOCK_BYTES // 3
REPLICAS = 3
ATTEMPTS = 120
PAUSE_S = 0.25


class NotOffered(Exception):
    """What the client has for no file of that kind, on any storage type."""


def content(length):
    """What every file holds from its beginning: no two blocks are alike."""
    return bytes((i * 31 + (i >> 8) * 17 + (i >> 16)) & 0xFF for i in range(length))


WHOLE = content(FILE_BYTES)


def require(is_true, otherwise):
    if not is_true:
        raise OSError(otherwise)


class Subject:
    def __init__(self, url, root, own, policy, custom_type, erasure_coding):
        self.client = Client(url)
        self.root = root
        self.own = own
        self.is_erasure_coded = erasure_coding != "-"
        self.client.mkdirs(own, create_parent=True)

    def path(self, name):
        return self.own + "/" + name

    def create(self, name):
        options = WriteOptions(
            block_size=BLOCK_BYTES, replication=REPLICAS, overwrite=True, create_parent=True
        )
        return self.client.create(self.path(name), options)

    def write(self, name, data):
        with self.create(name) as out:
            out.write(data)

    def require_content(self, path, length):
        with self.client.read(path) as file:
            found = file.read()
        require(found == WHOLE[:length], f"read {len(found)} bytes, other than the {length}")

    def written(self, name):
        self.write(name, WHOLE)
        self.require_content(self.path(name), FILE_BYTES)

    def list(self):
        found = self.client.list_status(self.root)
        require(
            any(s.path.endswith("/given") and s.length == FILE_BYTES for s in found),
            "the file is not in the list",
        )

    def read(self):
        self.require_content(self.root + "/given", FILE_BYTES)

    def pread(self):
        with self.client.read(self.root + "/given") as file:
            for offset in (FILE_BYTES - 1000, 5, BLOCK_BYTES - 500, 2 * BLOCK_BYTES):
                part = file.read_range(offset, 1000)
                require(part == WHOLE[offset : offset + 1000], f"other bytes at {offset}")

    def append(self):
        self.write("appended", WHOLE[: BLOCK_BYTES // 2])
        with self.appendable("appended") as out:
            out.write(WHOLE[BLOCK_BYTES // 2 :])
        self.require_content(self.path("appended"), FILE_BYTES)

    def appendable(self, name):
        """The file as soon as its last block has all its replicas."""
        for left in range(ATTEMPTS, 0, -1):
            try:
                return self.client.append(self.path(name))
            except Exception:
                if left == 1 or self.is_erasure_coded:
                    raise
                time.sleep(PAUSE_S)

    def hsync(self):
        if self.is_erasure_coded:
            raise NotOffered("erasure-coded files have none")
        visible = BLOCK_BYTES + 1000
        with self.create("flushed") as out:
            out.write(WHOLE[:visible])
            out.hsync()
            out.write(WHOLE[visible:])
        self.require_content(self.path("flushed"), FILE_BYTES)

    def set_replication(self):
        if self.is_erasure_coded:
            raise NotOffered("erasure-coded files have none")
        self.written("setrep")
        require(self.client.set_replication(self.path("setrep"), 2), "refused")
        found = self.client.get_file_info(self.path("setrep")).replication
        require(found == 2, f"the replication is {found}")

    def rename(self):
        self.written("before")
        self.client.rename(self.path("before"), self.path("renamed"))
        self.require_content(self.path("renamed"), FILE_BYTES)

    def delete(self):
        self.written("deleted")
        require(self.client.delete(self.path("deleted")), "refused")

    def run(self):
        offered = {
            "LIST": self.list,
            "READ": self.read,
            "PREAD": self.pread,
            "WRITE": lambda: self.written("written"),
            "APPEND": self.append,
            "HFLUSH": self.hsync,
            "SETREP": self.set_replication,
            "RENAME": self.rename,
            "DELETE": self.delete,
        }
        for name, operation in offered.items():
            say(name, operation)
        for name in ("TRUNCATE", "POLICY", "POLICIES", "LOCATIONS", "QUOTA", "CHECKSUM", "FSCK"):
            print(f"result\t{name}\tnot-offered\tthe client has no such call", flush=True)


def say(name, operation):
    try:
        operation()
        verdict, detail = "ok", ""
    except NotOffered as e:
        verdict, detail = "not-offered", str(e)
    except Exception as e:  # whatever a client throws is its answer
        verdict, detail = "failed", f"{type(e).__name__}: {e}"
    detail = " ".join(detail.split())
    print(f"result\t{name}\t{verdict}\t{detail}", flush=True)


if __name__ == "__main__":
    Subject(*sys.argv[1:]).run()
