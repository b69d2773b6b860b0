package org.tieredhdfs.mover.cli;

import java.util.LinkedHashMap;
import java.util.Map;

/** The help of the command and of each of its sub-commands, with examples. */
final class HelpText {
  private static final String FIRST =
      """
      Usage: filemover [Hadoop's options: -conf FILE, -D KEY=VALUE, -fs URI] COMMAND ...

        move PATH...     brings the files to where their storage policy says, and waits for it
        report PATH...   tells what lies where, what is out of place, and about how long moving
                         it would take; changes nothing
        explain FILE...  where the replicas of a file are, what its policy and the rules say, what
                         would be moved and why it is not, and which requests wait for it
        serve            the service: follows renames and changed policies, takes requests, and
                         moves what they concern until it is told to end; a second one stands by
        status [ID...]   what the service knows of requests; without ID, your own, those that have
                         ended lately among them, or to a superuser, all
        cancel ID...     has the service end requests before their end
        limits           the limits of the service; with options, changes them, also for after a
                         restart, as a superuser may
        retry [ID...]    tries what failed again, now: files that wait for a failure to pass, and
                         those that were given up; with --list, says which and why instead
        rules --reload   has the service read its rules again, as a superuser may
        recheck PATH...  has the service look at all that is there, and apply its rules as if it
                         had just been renamed to there, as a superuser may

      'filemover COMMAND --help' has the options of each, with examples.

      Progress goes to standard error. Moving in this process needs an HDFS superuser. Ctrl-C ends it
      cleanly: what is being transferred comes to its end, and the summary says what was done.

      Exit code, as of stock hdfs mover where it has the same outcome:
          0        every file is where its policy says (or is gone); others than move: done;
                   --async: accepted
        254 (-2)   some files are not, and nothing could be moved
        253 (-3)   some files are not, others or parts of them were moved
        252 (-4)   a path that is not there or may not be written, a request that is not known,
                   or the NameNode or the service cannot be asked; the rest was done
        251 (-5)   wrong command line or configuration; nothing was done
        250 (-6)   interrupted
        249 (-7)   HDFS is being upgraded; nothing was done
      """;

  private static final String PATHS =
      """
        -r, --recursive       directories with all that is below them; without it, the files that
                              stand directly in a directory. What only snapshots have is not
                              below DIR: name DIR/.snapshot
        --files-from FILE     more paths, one a line; - for standard input
        -0, --null            in that file, paths end with a NUL instead of a line end
        --bandwidth BYTES     bytes a second in all: 50m; 0 for no limit
        --json                results as JSON on standard output
      """;

  private static final Map<String, String> BY_COMMAND = new LinkedHashMap<>();

  static {
    BY_COMMAND.put(
        "move",
        """
        Usage: filemover move [OPTION...] PATH...

        Brings the files to where their storage policy says, and waits for it.

        """
            + PATHS
            + """
                --policy POLICY       sets this policy on each PATH first; files and directories below
                                      with a policy of their own keep it
                --dry-run             prints what would be moved, sets nothing and moves nothing
                --moves N             how many replicas are moved at a time, in all
                --async               has the service move the files, and prints the ID of the request;
                                      whoever may write the files may ask for that
                --wait                the same, and waits for the end

              Examples:
                hdfs filemover move /data/file
                hdfs filemover move -r --policy ONE_SSD --dry-run /hbase/data/default/orders
                hdfs filemover move -r --bandwidth 50m --moves 8 /warehouse
                find-cold-files | hdfs filemover move --wait --files-from -
              """);
    BY_COMMAND.put(
        "report",
        """
        Usage: filemover report [OPTION...] PATH...

        Tells what lies where, what is out of place, and about how long moving it would take; changes
        nothing.

        """
            + PATHS
            + """

              Examples:
                hdfs filemover report -r /hbase
                hdfs filemover report -r --json /warehouse
              """);
    BY_COMMAND.put(
        "explain",
        """
        Usage: filemover explain [--json] FILE...

        Tells where the replicas of a file are, which policy holds and from where, which rule of the
        service fits its path and what it says of the file now, what would be moved, what is not
        possible and why, and which requests of the service are for it or a directory on the way to it.

        Examples:
          hdfs filemover explain /hbase/archive/data/default/orders/0a1b/f/2c3d
          hdfs filemover explain --json /data/file
        """);
    BY_COMMAND.put(
        "serve",
        """
        Usage: filemover serve

        The service: follows renames and changed policies, takes requests, and moves what they concern
        until it is told to end; a second one stands by. It has no options: see the keys
        dfs.mover.file.service.*.

        Examples:
          hdfs filemover serve
          hdfs --daemon start filemover serve
        """);
    BY_COMMAND.put(
        "status",
        """
        Usage: filemover status [OPTION...] [ID...]

        What the service knows of requests, newest first; without ID, your own, those that have ended
        lately among them, or to a superuser, all.

          --state STATE         only those that are waiting, running, ended, ...
          --path PATH           only those for PATH or something below it
          --user USER           only those of a user
          --max N               so many at most, 1000 unless said
          --after ID            requests with greater numbers only
          --json                results as JSON on standard output

        Examples:
          hdfs filemover status
          hdfs filemover status --state running --path /hbase
          hdfs filemover status 17 18
        """);
    BY_COMMAND.put(
        "cancel",
        """
        Usage: filemover cancel [--json] ID...

        Has the service end requests before their end: what is being transferred comes to its end.

        Examples:
          hdfs filemover cancel 17
        """);
    BY_COMMAND.put(
        "limits",
        """
        Usage: filemover limits [OPTION...]

        Tells the limits of the service; with options, changes them, also for after a restart, as a
        superuser may.

          --moves N             how many replicas are moved at a time, in all
          --moves-per-node N    to and from one DataNode
          --moves-per-volume N  to one volume
          --bandwidth BYTES     bytes a second in all: 50m; 0 for no limit
          --bandwidth-per-node BYTES
          --json                results as JSON on standard output

        Examples:
          hdfs filemover limits
          hdfs filemover limits --moves 16 --bandwidth 200m
        """);
    BY_COMMAND.put(
        "retry",
        """
        Usage: filemover retry [--list] [--json] [ID...]

        Tries what failed again, now: files that wait for a failure to pass, and those that were given
        up; of the requests that are named, or of all that are yours, or to a superuser, of all.

          --list                says which and why, and tries nothing
          --json                results as JSON on standard output

        Examples:
          hdfs filemover retry --list
          hdfs filemover retry 17
        """);
    BY_COMMAND.put(
        "rules",
        """
        Usage: filemover rules --reload

        Has the service read its rules again from the configuration of its machine, as a superuser may.
        If anything is wrong with them, those of before hold.

        Examples:
          hdfs filemover rules --reload
        """);
    BY_COMMAND.put(
        "recheck",
        """
        Usage: filemover recheck PATH...

        Has the service look at all that is there, and apply its rules as if it had just been renamed to
        there, as a superuser may.

        Examples:
          hdfs filemover recheck /hbase/archive
        """);
  }

  private HelpText() {}

  /** The help of a sub-command, or of all if it is none. */
  static String of(String command) {
    return BY_COMMAND.getOrDefault(command, FIRST);
  }
}
