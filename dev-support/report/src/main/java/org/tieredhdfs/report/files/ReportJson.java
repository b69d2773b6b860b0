package org.tieredhdfs.report.files;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.FromStringDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import org.tieredhdfs.report.Report;

/** Reads and writes reports as JSON. */
public final class ReportJson {

  /** The number up to which a double holds every whole number. */
  private static final double EXACT = 1L << 53;

  private static final ObjectMapper MAPPER =
      new ObjectMapper()
          .registerModule(
              new SimpleModule()
                  .addSerializer(Instant.class, ToStringSerializer.instance)
                  .addDeserializer(Instant.class, new InstantReader())
                  .addSerializer(Double.class, new PlainNumberWriter()))
          .enable(SerializationFeature.INDENT_OUTPUT)
          // a later version may add fields
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  private ReportJson() {}

  public static byte[] write(Report report) throws IOException {
    return MAPPER.writeValueAsBytes(report);
  }

  public static Report read(Path file) throws IOException {
    try {
      return MAPPER.readValue(file.toFile(), Report.class);
    } catch (IOException e) {
      throw new IOException("not a report: " + file + ": " + e.getMessage(), e);
    }
  }

  private static final class InstantReader extends FromStringDeserializer<Instant> {
    private static final long serialVersionUID = 1L;

    InstantReader() {
      super(Instant.class);
    }

    @Override
    protected Instant _deserialize(String text, DeserializationContext context) {
      return Instant.parse(text);
    }
  }

  /** Whole numbers without a fraction: counts and bytes are most of a report. */
  private static final class PlainNumberWriter extends StdSerializer<Double> {
    private static final long serialVersionUID = 1L;

    PlainNumberWriter() {
      super(Double.class);
    }

    @Override
    public void serialize(Double value, JsonGenerator to, SerializerProvider provider)
        throws IOException {
      if (value == Math.rint(value) && Math.abs(value) <= EXACT) {
        to.writeNumber(value.longValue());
      } else {
        to.writeNumber(value);
      }
    }
  }
}
