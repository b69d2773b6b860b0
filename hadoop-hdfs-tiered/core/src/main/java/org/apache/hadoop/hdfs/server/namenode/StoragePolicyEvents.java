package org.apache.hadoop.hdfs.server.namenode;

import java.util.List;
import org.apache.hadoop.fs.XAttr;
import org.apache.hadoop.hdfs.inotify.Event;
import org.apache.hadoop.hdfs.inotify.EventBatch;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;

/**
 * The inotify event for a changed storage policy, which stock Hadoop leaves out.
 *
 * <p>It is a metadata event about extended attributes, with an attribute in HDFS's own name space
 * that no file has; a stock reader of the stream treats it as such a change. In this package
 * because the edit-log operation is. Stateless.
 */
@NullMarked
public final class StoragePolicyEvents {
  /** The attribute's name in the name space SYSTEM; its value is one byte, the policy's id. */
  public static final String ATTRIBUTE = "tieredhdfs.storage.policy";

  private StoragePolicyEvents() {}

  /** The event for an operation; null if it changes no storage policy. */
  public static @Nullable EventBatch translate(FSEditLogOp op) {
    if (!(op instanceof FSEditLogOp.SetStoragePolicyOp change)) {
      return null;
    }
    XAttr attribute =
        new XAttr.Builder()
            .setNameSpace(XAttr.NameSpace.SYSTEM)
            .setName(ATTRIBUTE)
            .setValue(new byte[] {change.policyId})
            .build();
    Event event =
        new Event.MetadataUpdateEvent.Builder()
            .metadataType(Event.MetadataUpdateEvent.MetadataType.XATTRS)
            .path(change.path)
            .xAttrs(List.of(attribute))
            .xAttrsRemoved(false)
            .build();
    return new EventBatch(op.getTransactionId(), new Event[] {event});
  }

  /** Whether an event is one of these. */
  public static boolean isPolicyChange(Event event) {
    return event instanceof Event.MetadataUpdateEvent update
        && update.getMetadataType() == Event.MetadataUpdateEvent.MetadataType.XATTRS
        && update.getxAttrs() != null
        && update.getxAttrs().stream()
            .anyMatch(
                attribute ->
                    attribute.getNameSpace() == XAttr.NameSpace.SYSTEM
                        && ATTRIBUTE.equals(attribute.getName()));
  }
}
