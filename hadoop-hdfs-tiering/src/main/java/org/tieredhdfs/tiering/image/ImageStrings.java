package org.tieredhdfs.tiering.image;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.hadoop.fs.XAttr;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection.XAttrCompactProto;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection.XAttrFeatureProto;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.StringTableSection;
import org.apache.hadoop.hdfs.server.namenode.SerialNumberManager;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.image.ImageFile;

/** The names that an image holds once: of users, groups and attributes. Used by one thread. */
final class ImageStrings {
  /** Room is made for as many at once, whatever a damaged image says. */
  private static final int MAX_EXPECTED = 1 << 16;

  /** As Hadoop counts them. */
  private static final List<XAttr.NameSpace> SPACES = List.of(XAttr.NameSpace.values());

  private static final int XATTR_NAME_SHIFT = 6;
  private static final int XATTR_NAME_MASK = (1 << 24) - 1;
  private static final String PIN = NamespaceImage.PIN.substring("user.".length());
  private static final String POLICY = "hsm.block.storage.policy.id";

  private final SerialNumberManager.StringTable table;
  private final List<@Nullable String> users = new ArrayList<>();
  private final List<@Nullable String> groups = new ArrayList<>();

  ImageStrings(ImageFile image) throws IOException {
    try (InputStream in = image.section("STRING_TABLE")) {
      StringTableSection header = StringTableSection.parseDelimitedFrom(in);
      if (header == null) {
        throw new IOException("the image has no table of names");
      }
      table =
          SerialNumberManager.newStringTable(
              Math.min(MAX_EXPECTED, header.getNumEntry()), header.getMaskBits());
      for (int i = 0; i < header.getNumEntry(); i++) {
        StringTableSection.Entry entry = StringTableSection.Entry.parseDelimitedFrom(in);
        table.put(entry.getId(), entry.getStr());
      }
    }
  }

  String user(int number) {
    return name(SerialNumberManager.USER, users, number);
  }

  String group(int number) {
    return name(SerialNumberManager.GROUP, groups, number);
  }

  private String name(SerialNumberManager kind, List<@Nullable String> known, int number) {
    while (known.size() <= number) {
      known.add(null);
    }
    String name = known.get(number);
    if (name == null) {
      name = Objects.requireNonNullElse(kind.getString(number, table), "");
      known.set(number, name);
    }
    return name;
  }

  /** The policy that is an attribute of a directory; 0 if it has none. */
  byte policy(XAttrFeatureProto attributes) {
    for (XAttrCompactProto one : attributes.getXAttrsList()) {
      if (is(one, XAttr.NameSpace.SYSTEM, POLICY) && one.getValue().size() == 1) {
        return one.getValue().byteAt(0);
      }
    }
    return 0;
  }

  boolean isPinned(XAttrFeatureProto attributes) {
    for (XAttrCompactProto one : attributes.getXAttrsList()) {
      if (is(one, XAttr.NameSpace.USER, PIN)) {
        return true;
      }
    }
    return false;
  }

  private boolean is(XAttrCompactProto attribute, XAttr.NameSpace space, String name) {
    int number = attribute.getName();
    // two bits at the top, and one beside what is reserved
    int itsSpace = number >>> 30 | (number >>> 5 & 1) << 2;
    int itsName = number >>> XATTR_NAME_SHIFT & XATTR_NAME_MASK;
    return itsSpace < SPACES.size()
        && SPACES.get(itsSpace) == space
        && name.equals(SerialNumberManager.XATTR.getString(itsName, table));
  }
}
