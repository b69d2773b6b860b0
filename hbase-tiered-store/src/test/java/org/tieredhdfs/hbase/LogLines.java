package org.tieredhdfs.hbase;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Configurator;
import org.apache.logging.log4j.core.config.Property;

/** What a class of ours logs from now until this is closed. */
final class LogLines implements AutoCloseable {
  private final Logger logger;
  private final Collector collector = new Collector();

  LogLines(Class<?> of) {
    // tests log errors only
    Configurator.setLevel(of.getName(), Level.WARN);
    logger = (Logger) LogManager.getLogger(of);
    collector.start();
    logger.addAppender(collector);
  }

  List<String> all() {
    return collector.lines;
  }

  @Override
  public void close() {
    logger.removeAppender(collector);
    collector.stop();
  }

  private static final class Collector extends AbstractAppender {
    private final List<String> lines = new CopyOnWriteArrayList<>();

    private Collector() {
      super("lines", null, null, false, Property.EMPTY_ARRAY);
    }

    @Override
    public void append(LogEvent event) {
      lines.add(event.getMessage().getFormattedMessage());
    }
  }
}
