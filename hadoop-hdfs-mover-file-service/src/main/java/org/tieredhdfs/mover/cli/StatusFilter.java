package org.tieredhdfs.mover.cli;

import java.util.Locale;
import org.apache.commons.cli.CommandLine;
import org.apache.commons.lang3.EnumUtils;
import org.apache.commons.lang3.StringUtils;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.RequestStatusProto;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.RequestStatusProto.State;

/**
 * Which requests {@code filemover status} lists; null stands for all.
 *
 * @param path what a request's path is, or is below
 * @param max how many are listed at most
 */
record StatusFilter(@Nullable State state, @Nullable String path, @Nullable String user, int max) {
  private static final int DEFAULT_MAX = 1_000;

  static StatusFilter of(CommandLine line) throws UsageException {
    String max = line.getOptionValue("max");
    return new StatusFilter(
        state(line.getOptionValue("state")),
        line.getOptionValue("path"),
        line.getOptionValue("user"),
        max == null ? DEFAULT_MAX : OptionValues.count("--max", max));
  }

  private static @Nullable State state(@Nullable String word) throws UsageException {
    if (word == null || EnumUtils.isValidEnumIgnoreCase(State.class, word)) {
      return EnumUtils.getEnumIgnoreCase(State.class, word);
    }
    String states = StringUtils.join(State.values(), ", ").toLowerCase(Locale.ROOT);
    throw new UsageException(
        "--state: '" + word + "' is not allowed; it has to be one of " + states);
  }

  boolean lets(RequestStatusProto request) {
    return (state == null || request.getState() == state)
        && (user == null || request.getUser().equals(user))
        && (path == null
            || request.getPath().equals(path)
            || request.getPath().startsWith(path.endsWith("/") ? path : path + '/'));
  }
}
