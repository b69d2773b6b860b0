package org.tieredhdfs.media.server;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.tieredhdfs.media.device.ByteRange;
import org.tieredhdfs.media.device.Faults;
import org.tieredhdfs.media.device.Hang;
import org.tieredhdfs.media.device.Stutter;
import org.tieredhdfs.media.device.WriteCache;
import org.tieredhdfs.media.server.MediaOrder.Kind;
import org.tieredhdfs.media.server.MediaOrder.Reply;

/**
 * Gives orders to a {@link MediaServer}. Each call is one or two connections; not for two users of
 * a device at a time.
 *
 * <p>All calls throw an {@link IOException} with the sentence of the server if it refuses.
 */
public final class MediaControl {
  static final ObjectMapper JSON =
      new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

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
   * @param factor by which it is slower than its model
   */
  public record State(String name, String medium, double factor, Faults faults, boolean hasPower) {
    /** {@code sound}, or what is wrong with it. */
    public String state() {
      return hasPower ? faults.toString() : "without power";
    }
  }

  /** Has the server serve one more device; its file is there when this returns. */
  public void add(DeviceSpec spec) throws IOException {
    give(new MediaOrder(Kind.ADD, spec.name(), spec, null, 0));
  }

  /** Removes a device; requests of remaining users fail. */
  public void remove(String name) throws IOException {
    give(MediaOrder.of(Kind.REMOVE, name));
  }

  public void hang(String name, Hang which) throws IOException {
    change(name, faults -> faults.withHang(which));
  }

  /** Has everything take {@code factor} times as long. */
  public void slow(String name, double factor) throws IOException {
    change(name, faults -> faults.withSlowness(factor));
  }

  /** Stops it for {@code pause} at the start of each period of {@code every}. */
  public void stutter(String name, Duration pause, Duration every) throws IOException {
    change(name, faults -> faults.withStutter(new Stutter(pause.toNanos(), every.toNanos())));
  }

  /** Has reads and writes in a range fail. */
  public void errors(String name, ByteRange range) throws IOException {
    change(name, faults -> faults.withErrors(range));
  }

  /** Gives each read in a range one wrong bit. */
  public void flips(String name, ByteRange range) throws IOException {
    change(name, faults -> faults.withFlips(range));
  }

  /** Ends all faults, except for lost power. */
  public void heal(String name) throws IOException {
    change(name, faults -> Faults.NONE);
  }

  private void change(String name, UnaryOperator<Faults> change) throws IOException {
    Faults now = Faults.NONE;
    for (State device : status()) {
      now = device.name().equals(name) ? device.faults() : now;
    }
    try {
      give(new MediaOrder(Kind.SET_FAULTS, name, null, change.apply(now), 0));
    } catch (IllegalArgumentException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /** Takes its power: requests wait. */
  public void losePower(String name) throws IOException {
    give(MediaOrder.of(Kind.LOSE_POWER, name));
  }

  /** Has the requests fail that wait or come, until its power is restored. */
  public void fail(String name) throws IOException {
    give(MediaOrder.of(Kind.FAIL, name));
  }

  /** Restores the power; the seed decides which of the unflushed writes are lost. */
  public WriteCache.Lost restorePower(String name, long seed) throws IOException {
    Reply reply = call(new MediaOrder(Kind.RESTORE_POWER, name, null, null, seed));
    return Objects.requireNonNull(reply.lost());
  }

  /** Whether the server takes orders. */
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
    return call(MediaOrder.of(Kind.STATUS, "")).states();
  }

  private void give(MediaOrder order) throws IOException {
    Reply unused = call(order);
  }

  private Reply call(MediaOrder order) throws IOException {
    try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      channel.connect(UnixDomainSocketAddress.of(socket));
      ByteBuffer line = StandardCharsets.UTF_8.encode(JSON.writeValueAsString(order) + "\n");
      while (line.hasRemaining()) {
        channel.write(line);
      }
      Reply reply = JSON.readValue(Channels.newInputStream(channel), Reply.class);
      if (!reply.refusal().isEmpty()) {
        throw new IOException("the media server: " + reply.refusal());
      }
      return reply;
    }
  }
}
