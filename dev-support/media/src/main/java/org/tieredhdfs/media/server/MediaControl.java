package org.tieredhdfs.media.server;

import java.io.IOException;
import java.io.Reader;
import java.io.StringWriter;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.tieredhdfs.media.device.ByteRange;
import org.tieredhdfs.media.device.Hang;
import org.tieredhdfs.media.device.WriteCache;

/**
 * Sends commands to a {@link MediaServer}. Each call is one connection; thread-safe.
 *
 * <p>All calls throw an {@link IOException} with the sentence of the server if it refuses.
 */
public final class MediaControl {
  private final Path socket;

  /**
   * @param socket that the server listens at
   */
  public MediaControl(Path socket) {
    this.socket = socket;
  }

  /**
   * A device as it is now.
   *
   * @param state {@code sound}, or what is wrong with it
   */
  public record State(String name, String medium, double factor, String state) {
    static final String DARK = "without power";

    public boolean hasPower() {
      return !state.equals(DARK);
    }
  }

  /** Has the server serve one more device; its file is there when this returns. */
  public void add(DeviceSpec spec) throws IOException {
    call(DeviceCommands.ADD, spec.toArguments());
  }

  /** Removes a device; requests of remaining users fail. */
  public void remove(String name) throws IOException {
    call(DeviceCommands.REMOVE, List.of(name));
  }

  public void hang(String name, Hang which) throws IOException {
    call(DeviceCommands.HANG, List.of(name, which.name()));
  }

  /** Has everything take {@code factor} times as long. */
  public void slow(String name, double factor) throws IOException {
    call(DeviceCommands.SLOW, List.of(name, Double.toString(factor)));
  }

  /** Stops it for {@code pause} at the start of each period of {@code every}. */
  public void stutter(String name, Duration pause, Duration every) throws IOException {
    call(
        DeviceCommands.STUTTER,
        List.of(name, Long.toString(pause.toMillis()), Long.toString(every.toMillis())));
  }

  /** Has reads and writes in a range fail. */
  public void errors(String name, ByteRange range) throws IOException {
    call(
        DeviceCommands.ERRORS,
        List.of(name, Long.toString(range.from()), Long.toString(range.to())));
  }

  /** Gives each read in a range one wrong bit. */
  public void flips(String name, ByteRange range) throws IOException {
    call(
        DeviceCommands.FLIPS,
        List.of(name, Long.toString(range.from()), Long.toString(range.to())));
  }

  /** Ends all faults, except for lost power. */
  public void heal(String name) throws IOException {
    call(DeviceCommands.HEAL, List.of(name));
  }

  /** Takes its power: requests wait. */
  public void losePower(String name) throws IOException {
    call(DeviceCommands.LOSE_POWER, List.of(name));
  }

  /** Has the requests fail that wait or come, until its power is restored. */
  public void fail(String name) throws IOException {
    call(DeviceCommands.FAIL, List.of(name));
  }

  /** Restores the power; the seed decides which of the unflushed writes are lost. */
  public WriteCache.Lost restorePower(String name, long seed) throws IOException {
    String[] counts =
        call(DeviceCommands.RESTORE_POWER, List.of(name, Long.toString(seed)))
            .strip()
            .split("\t", -1);
    return new WriteCache.Lost(
        Integer.parseInt(counts[0]), Integer.parseInt(counts[1]), Integer.parseInt(counts[2]));
  }

  /** Whether the server takes commands. */
  public boolean isUp() {
    try {
      status();
      return true;
    } catch (IOException notYet) {
      return false;
    }
  }

  /** All devices. */
  public List<State> status() throws IOException {
    List<State> states = new ArrayList<>();
    for (String line : call(DeviceCommands.STATUS, List.of()).lines().toList()) {
      List<String> fields = Arrays.asList(line.split("\t", -1));
      states.add(
          new State(
              fields.get(0), fields.get(1), Double.parseDouble(fields.get(2)), fields.get(3)));
    }
    return states;
  }

  private String call(String command, List<String> arguments) throws IOException {
    List<String> words = new ArrayList<>(List.of(command));
    words.addAll(arguments);
    for (String word : words) {
      if (word.indexOf('\t') >= 0 || word.indexOf('\n') >= 0) {
        throw new IllegalArgumentException("'" + word + "' has a tab or a line break in it");
      }
    }
    String reply = exchange(String.join("\t", words) + "\n");
    int end = reply.indexOf('\n');
    if (end < 0) {
      throw new IOException("the media server ended before it answered '" + command + "'");
    }
    if (!reply.startsWith(ControlSocket.OK + "\n")) {
      throw new IOException("the media server: " + reply.substring(end + 1));
    }
    return reply.substring(end + 1);
  }

  private String exchange(String line) throws IOException {
    try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      channel.connect(UnixDomainSocketAddress.of(socket));
      ByteBuffer bytes = StandardCharsets.UTF_8.encode(line);
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      StringWriter reply = new StringWriter();
      Reader reader = Channels.newReader(channel, StandardCharsets.UTF_8);
      reader.transferTo(reply);
      return reply.toString();
    }
  }
}
