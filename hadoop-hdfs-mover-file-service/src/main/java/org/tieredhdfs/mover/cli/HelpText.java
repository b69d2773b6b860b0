package org.tieredhdfs.mover.cli;

import java.util.LinkedHashMap;
import java.util.Map;

/** The help of the command and of each of its sub-commands, with examples. */
final class HelpText {
  private static final String FIRST =
      """
      Usage: filemover [Hadoop's options: -conf FILE, -D KEY=VALUE, -fs URI] COMMAND ...

        move PATH...     moves files to where their storage policy says, and waits
        report PATH...   shows bytes by storage type, bytes out of place, and about how long
                         moving them would take; changes nothing
        explain FILE...  shows the replicas of a file, its policy and rule, what would be moved,
                         why it is not, and the requests for it
        serve            runs the service: follows renames and changed policies, takes requests,
                         and moves the files; a second instance is a standby
        status [ID...]   shows requests of the service; without ID, open and recent ones: your
                         own, or all for a superuser
        cancel ID...     cancels requests
        limits           shows the limits of the service; options change them (superuser), also
                         for after a restart
        retry [ID...]    retries failed files now; with --list, shows them with the reason
        rules --reload   reloads the service's rules (superuser)
        recheck PATH...  applies the service's rules to existing files as if they had just been
                         renamed to there (superuser)

      'filemover COMMAND --help' shows the options of each, with examples.

      Progress goes to standard error. Moving in this process needs an HDFS superuser. Ctrl-C ends it
      cleanly: transfers in progress finish, and the summary says what was done.

      Exit code, that of Hadoop's hdfs mover where the outcome is the same:
          0        every file is where its policy says, or is gone; for --async: accepted; for
                   other commands: done
        254 (-2)   some files are not in place, and nothing could be moved
        253 (-3)   some files are not in place; others, or parts of them, were moved
        252 (-4)   a path does not exist or may not be written, a request is unknown, or the
                   NameNode or the service cannot be reached; the rest was done
        251 (-5)   wrong command line or configuration; nothing was done
        250 (-6)   interrupted
        249 (-7)   HDFS is being upgraded; nothing was done
      """;

  private static final String PATHS =
      """
        -r, --recursive       everything below directories; without it, only the files directly in
                              a directory. Blocks that only snapshots hold are not included:
                              name DIR/.snapshot for them
        --files-from FILE     more paths, one on each line; - for standard input
        -0, --null            paths in that file end with NUL instead of a line end
        --bandwidth BYTES     bytes a second in all: 50m; 0 for no limit
        --json                results as JSON on standard output
      """;

  private static final Map<String, String> BY_COMMAND = new LinkedHashMap<>();

  static {
    BY_COMMAND.put(
        "move",
        """
        Usage: filemover move [OPTION...] PATH...

        Moves files to where their storage policy says, and waits for the end.

        """
            + PATHS
            + """
                --policy POLICY       sets this policy on each PATH first; files and directories below
                                      with a policy of their own keep it
                --dry-run             shows what would be moved; sets no policy and moves nothing
                --moves N             replicas moved at a time, in all
                --async               asks the service to move the files and prints the ID of the request;
                                      for anyone who may write the files
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

        Shows bytes by storage type, bytes out of place, and about how long moving them would take.
        Changes nothing.

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

        Shows the replicas of a file, its policy and where that comes from, the service's rule for its
        path and what the rule says now, what would be moved, what is impossible and why, and the
        requests of the service for the file or a directory above it.

        Examples:
          hdfs filemover explain /hbase/archive/data/default/orders/0a1b/f/2c3d
          hdfs filemover explain --json /data/file
        """);
    BY_COMMAND.put(
        "serve",
        """
        Usage: filemover serve

        Runs the service until it is stopped: it follows renames and changed policies, takes requests,
        and moves the files. A second instance is a standby. There are no options; see the keys
        dfs.mover.file.service.*.

        Examples:
          hdfs filemover serve
          hdfs --daemon start filemover serve
        """);
    BY_COMMAND.put(
        "status",
        """
        Usage: filemover status [OPTION...] [ID...]

        Shows requests of the service, newest first. Without ID, these are your own, recently ended ones
        included; a superuser sees all.

          --state STATE         only requests that are waiting, running, ended, ...
          --path PATH           only requests for PATH or something below it
          --user USER           only requests of a user
          --max N               at most N requests; default: 1000
          --after ID            only requests with a greater ID
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

        Cancels requests. Transfers in progress finish.

        Examples:
          hdfs filemover cancel 17
        """);
    BY_COMMAND.put(
        "limits",
        """
        Usage: filemover limits [OPTION...]

        Shows the limits of the service. Options change them, also for after a restart; that needs a
        superuser.

          --moves N             replicas moved at a time, in all
          --moves-per-node N    to and from one DataNode
          --moves-per-volume N  to one volume
          --bandwidth BYTES     bytes a second in all: 50m; 0 for no limit
          --bandwidth-per-node BYTES
                               bytes a second to and from one DataNode
          --json                results as JSON on standard output

        Examples:
          hdfs filemover limits
          hdfs filemover limits --moves 16 --bandwidth 200m
        """);
    BY_COMMAND.put(
        "retry",
        """
        Usage: filemover retry [--list] [--json] [ID...]

        Retries failed files now: those that wait for a failure to pass, and those that were given up.
        Without ID, these are the files of your own requests; for a superuser, of all requests.

          --list                shows the files with the reason; retries nothing
          --json                results as JSON on standard output

        Examples:
          hdfs filemover retry --list
          hdfs filemover retry 17
        """);
    BY_COMMAND.put(
        "rules",
        """
        Usage: filemover rules --reload

        Reloads the rules from the configuration of the service's machine. If one is wrong, the old rules
        stay in force. Needs a superuser.

        Examples:
          hdfs filemover rules --reload
        """);
    BY_COMMAND.put(
        "recheck",
        """
        Usage: filemover recheck PATH...

        Applies the service's rules to all existing files below PATH, as if they had just been renamed to
        there. Needs a superuser.

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
