package org.tieredhdfs.hdfs.overlay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSInotifyEventInputStream;
import org.apache.hadoop.hdfs.client.HdfsAdmin;
import org.apache.hadoop.hdfs.inotify.Event;
import org.apache.hadoop.hdfs.inotify.EventBatch;
import org.apache.hadoop.hdfs.server.namenode.StoragePolicyEvents;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PolicyEventTest {
  @TempDir File folder;

  @Test
  void readersOfTheInotifyStreamHearOfPoliciesThatAreSetAndTakenBack() throws Exception {
    try (TieredMiniCluster cluster = new TieredMiniCluster(folder)) {
      HdfsAdmin admin = new HdfsAdmin(cluster.fs.getUri(), cluster.dfs.getConfiguration(0));
      DFSInotifyEventInputStream stream = admin.getInotifyEventStream();
      Path directory = cluster.directory("watched", "ALL_RAMDISK");
      cluster.fs.setXAttr(directory, "user.other", new byte[] {1});
      cluster.fs.unsetStoragePolicy(directory);
      cluster.fs.mkdirs(new Path("/end"));

      List<String> changes = new ArrayList<>();
      List<Event.EventType> all = new ArrayList<>();
      for (boolean isEnd = false; !isEnd; ) {
        EventBatch batch = stream.poll(30, TimeUnit.SECONDS);
        assertThat(batch).as("events so far: %s", all).isNotNull();
        for (Event event : batch.getEvents()) {
          all.add(event.getEventType());
          isEnd |= event instanceof Event.CreateEvent made && made.getPath().equals("/end");
          if (StoragePolicyEvents.isPolicyChange(event)) {
            Event.MetadataUpdateEvent update = (Event.MetadataUpdateEvent) event;
            changes.add(update.getPath() + " " + update.getxAttrs().get(0).getValue()[0]);
          }
        }
      }
      assertThat(changes).containsExactly("/watched 13", "/watched 0");
    }
  }
}
