package org.tieredhdfs.hdfs.agree;

import java.util.List;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.apache.hadoop.thirdparty.protobuf.MessageOrBuilder;
import org.apache.hadoop.thirdparty.protobuf.UnknownFieldSet;
import org.jspecify.annotations.Nullable;

/**
 * A string in one of Hadoop's messages, in a field that stock Hadoop does not know and ignores.
 *
 * <p>Stateless.
 */
final class ExtraText {
  /** Far above what Hadoop uses in any message, and outside the range that protobuf reserves. */
  private static final int FIELD = 64_001;

  private ExtraText() {}

  /** The string in a message, or null if its sender has put none there. */
  static @Nullable String in(MessageOrBuilder message) {
    List<ByteString> values = message.getUnknownFields().getField(FIELD).getLengthDelimitedList();
    return values.isEmpty() ? null : values.get(values.size() - 1).toStringUtf8();
  }

  /** The unknown fields of a message with the string among them, in place of an older one. */
  static UnknownFieldSet with(MessageOrBuilder message, String text) {
    UnknownFieldSet.Field field =
        UnknownFieldSet.Field.newBuilder()
            .addLengthDelimited(ByteString.copyFromUtf8(text))
            .build();
    return message.getUnknownFields().toBuilder().clearField(FIELD).addField(FIELD, field).build();
  }
}
