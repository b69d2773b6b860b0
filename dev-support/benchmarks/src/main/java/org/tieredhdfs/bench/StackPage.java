package org.tieredhdfs.bench;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Saves a daemon's stack page, once. */
final class StackPage {
  private static final int TIMEOUT_MS = 5_000;

  private final String address;
  private final Path file;
  private boolean isTaken;

  StackPage(String address, Path file) {
    this.address = address;
    this.file = file;
  }

  /** Saves it, unless that was done before; one that does not answer is not asked again. */
  void take() {
    if (isTaken) {
      return;
    }
    isTaken = true;
    try {
      URLConnection connection =
          URI.create("http://" + address + "/stacks").toURL().openConnection();
      connection.setConnectTimeout(TIMEOUT_MS);
      connection.setReadTimeout(TIMEOUT_MS);
      Files.createDirectories(file.toAbsolutePath().getParent());
      try (InputStream in = connection.getInputStream()) {
        Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
      }
    } catch (IOException silent) {
      // Helps to find the cause of a stall; the figures do not need it.
      return;
    }
  }
}
