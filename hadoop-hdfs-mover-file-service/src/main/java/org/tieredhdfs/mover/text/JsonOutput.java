package org.tieredhdfs.mover.text;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import java.io.IOException;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.RequestStatusProto;

/** Writes values as JSON, with the library that Hadoop ships. */
public final class JsonOutput {
  private static final ObjectMapper MAPPER =
      new ObjectMapper()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .registerModule(
              new SimpleModule().addSerializer(RequestStatusProto.class, new OfRequest()));

  private JsonOutput() {}

  private static final class OfRequest extends JsonSerializer<RequestStatusProto> {
    @Override
    public void serialize(RequestStatusProto status, JsonGenerator out, SerializerProvider provider)
        throws IOException {
      out.writeObject(StatusText.json(status));
    }
  }

  /** Writes maps, lists, records, requests, strings, numbers and booleans. */
  public static String of(Object value) {
    try {
      return MAPPER.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
