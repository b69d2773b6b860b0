package org.tieredhdfs.tiering.image;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.hadoop.fs.XAttr;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeDirectorySection.DirEntry;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection.FileUnderConstructionFeature;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection.INode;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection.INodeDirectory;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection.INodeFile;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection.XAttrCompactProto;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection.XAttrFeatureProto;
import org.apache.hadoop.thirdparty.protobuf.ByteString;

/** An image of a few files that a test names by their paths; directories come by themselves. */
public final class SmallImage {
  private final ImageWriter writer;
  private final List<INode> inodes = new ArrayList<>();
  private final Map<String, Long> directories = new LinkedHashMap<>(Map.of("", ImageWriter.ROOT));
  private final Map<String, INodeDirectory.Builder> contents = new LinkedHashMap<>();
  private final Map<Long, List<Long>> children = new LinkedHashMap<>();
  private long last = ImageWriter.ROOT;

  public SmallImage(File file) throws IOException {
    writer = new ImageWriter(file);
  }

  /** A file without anything special. */
  public INodeFile.Builder plain(String owner, String group) {
    return INodeFile.newBuilder()
        .setReplication(3)
        .setPermission(writer.permission(owner, group))
        .setModificationTime(0)
        .setAccessTime(0);
  }

  public SmallImage file(String path, INodeFile.Builder content, long... blocks) {
    int slash = path.lastIndexOf('/');
    long number = child(directory(path.substring(0, slash)));
    inodes.add(ImageWriter.file(number, path.substring(slash + 1), content, blocks));
    return this;
  }

  public static INodeFile.Builder open(INodeFile.Builder content) {
    return content.setFileUC(
        FileUnderConstructionFeature.newBuilder().setClientName("c").setClientMachine("m"));
  }

  public SmallImage policy(String directory, int policy) {
    directory(directory);
    Objects.requireNonNull(contents.get(directory))
        .setXAttrs(
            attribute(
                XAttr.NameSpace.SYSTEM,
                "hsm.block.storage.policy.id",
                ByteString.copyFrom(new byte[] {(byte) policy})));
    return this;
  }

  public XAttrFeatureProto attribute(XAttr.NameSpace space, String name, ByteString value) {
    int itsSpace = List.of(XAttr.NameSpace.values()).indexOf(space);
    int number = (itsSpace & 3) << 30 | writer.string(name) << 6 | itsSpace >>> 2 << 5;
    return XAttrFeatureProto.newBuilder()
        .addXAttrs(XAttrCompactProto.newBuilder().setName(number).setValue(value))
        .build();
  }

  public SmallImage attributes(String directory, XAttrFeatureProto attributes) {
    directory(directory);
    Objects.requireNonNull(contents.get(directory)).setXAttrs(attributes);
    return this;
  }

  private long directory(String path) {
    Long known = directories.get(path);
    if (known != null) {
      return known;
    }
    long number = child(directory(path.substring(0, path.lastIndexOf('/'))));
    directories.put(path, number);
    contents.put(path, INodeDirectory.newBuilder());
    return number;
  }

  private long child(long parent) {
    children.computeIfAbsent(parent, number -> new ArrayList<>()).add(++last);
    return last;
  }

  public void write() throws IOException {
    contents.forEach(
        (path, content) ->
            inodes.add(
                writer.directory(
                    Objects.requireNonNull(directories.get(path)),
                    path.substring(path.lastIndexOf('/') + 1),
                    content)));
    writer.inodes(inodes.size(), i -> inodes.get((int) i));
    List<DirEntry> entries = new ArrayList<>();
    children.forEach(
        (parent, below) ->
            entries.add(DirEntry.newBuilder().setParent(parent).addAllChildren(below).build()));
    writer.children(entries.size(), i -> entries.get((int) i));
    writer.close();
  }
}
