package org.tieredhdfs.mover.cli;

import java.io.IOException;
import org.tieredhdfs.mover.rpc.FileMoverClient;

/** A sub-command whose words are checked: calls a running service and prints what it says. */
interface ServiceCall {
  Exit run(FileMoverClient client) throws IOException;
}
