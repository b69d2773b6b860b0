package org.tieredhdfs.hdfs.datanode;

import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSOutputStream;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.PipelineTransfer;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInfo;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi.ScanInfo;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.FsVolumeImpl;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.IndependentFsDataset;
import org.apache.hadoop.hdfs.server.protocol.BlockRecoveryCommand.RecoveringBlock;
import org.tieredhdfs.waits.Waits;

/** Every operation of the dataset that does I/O, made to do it on a volume that does not answer. */
enum StuckOperation {
  CREATE_RBW,
  CREATE_TEMPORARY,
  APPEND,
  RECOVER_RBW,
  RECOVER_APPEND,
  RECOVER_CLOSE,
  INIT_REPLICA_RECOVERY,
  UPDATE_REPLICA_UNDER_RECOVERY,
  FINALIZE_BLOCK,
  UNFINALIZE_BLOCK,
  CONVERT_TEMPORARY_TO_RBW,
  INVALIDATE,
  INVALIDATE_MISSING_BLOCK,
  MOVE_FROM,
  MOVE_TO,
  MOVE_TO_VOLUME,
  READ,
  READ_CHECKSUMS,
  CHECK_AND_UPDATE,
  TRANSFER_FOR_PIPELINE_RECOVERY;

  private static final int FILE_BYTES = 10_000;

  /** Makes ready what the operation needs, while the volume still answers. */
  Callable<?> prepare(OneNode node) throws Exception {
    IndependentFsDataset dataset = node.dataset();
    FsVolumeImpl disk = node.volume(StorageType.DISK);
    return switch (this) {
      case CREATE_RBW -> {
        ExtendedBlock b = node.newBlock();
        yield () -> close(dataset.createRbw(StorageType.DISK, "", b, false, 0));
      }
      case CREATE_TEMPORARY -> {
        ExtendedBlock b = node.newBlock();
        yield () -> close(dataset.createTemporary(StorageType.DISK, "", b, false));
      }
      case APPEND -> {
        ExtendedBlock b = finalized(node, OneNode.DISK);
        yield () -> close(dataset.append(b, nextStamp(b), b.getNumBytes()));
      }
      case RECOVER_RBW -> {
        ExtendedBlock b = beingWritten(node);
        yield () -> close(dataset.recoverRbw(b, nextStamp(b), 0, Long.MAX_VALUE));
      }
      case RECOVER_APPEND -> {
        ExtendedBlock b = finalized(node, OneNode.DISK);
        yield () -> close(dataset.recoverAppend(b, nextStamp(b), b.getNumBytes()));
      }
      case RECOVER_CLOSE -> {
        ExtendedBlock b = finalized(node, OneNode.DISK);
        yield () -> dataset.recoverClose(b, nextStamp(b), b.getNumBytes());
      }
      case INIT_REPLICA_RECOVERY -> {
        ExtendedBlock b = beingWritten(node);
        yield () -> dataset.initReplicaRecovery(recovering(b));
      }
      case UPDATE_REPLICA_UNDER_RECOVERY -> {
        ExtendedBlock b = beingWritten(node);
        dataset.initReplicaRecovery(recovering(b));
        yield () ->
            dataset.updateReplicaUnderRecovery(b, nextStamp(b), b.getBlockId(), b.getNumBytes());
      }
      case FINALIZE_BLOCK -> {
        ExtendedBlock b = node.newBlock();
        OneNode.makeFiles(dataset.createRbw(StorageType.DISK, "", b, false, 0));
        b.setNumBytes(0);
        yield () -> {
          dataset.finalizeBlock(b, false);
          return true;
        };
      }
      case UNFINALIZE_BLOCK -> {
        ExtendedBlock b = node.newBlock();
        close(dataset.createTemporary(StorageType.DISK, "", b, false));
        yield () -> {
          dataset.unfinalizeBlock(b);
          return true;
        };
      }
      case CONVERT_TEMPORARY_TO_RBW -> {
        ExtendedBlock b = node.newBlock();
        OneNode.makeFiles(dataset.createTemporary(StorageType.DISK, "", b, false));
        b.setNumBytes(0);
        yield () -> dataset.convertTemporaryToRbw(b);
      }
      case INVALIDATE -> {
        ExtendedBlock b = finalized(node, OneNode.DISK);
        yield () -> {
          dataset.invalidate(b.getBlockPoolId(), new Block[] {b.getLocalBlock()});
          return true;
        };
      }
      case INVALIDATE_MISSING_BLOCK -> {
        ExtendedBlock b = finalized(node, OneNode.DISK);
        yield () -> {
          dataset.invalidateMissingBlock(b.getBlockPoolId(), b.getLocalBlock());
          return true;
        };
      }
      case MOVE_FROM -> {
        ExtendedBlock b = finalized(node, OneNode.DISK);
        yield () -> dataset.moveBlockAcrossStorage(b, StorageType.SSD, "");
      }
      case MOVE_TO -> {
        ExtendedBlock b = finalized(node, OneNode.SSD);
        yield () -> dataset.moveBlockAcrossStorage(b, StorageType.DISK, "");
      }
      case MOVE_TO_VOLUME -> {
        ExtendedBlock b = finalized(node, OneNode.SSD);
        yield () -> dataset.moveBlockAcrossVolumes(b, disk);
      }
      case READ -> {
        ExtendedBlock b = finalized(node, OneNode.DISK);
        yield () -> close(dataset.getBlockInputStream(b, 0));
      }
      case READ_CHECKSUMS -> {
        ExtendedBlock b = finalized(node, OneNode.DISK);
        yield () -> close(dataset.getMetaDataInputStream(b));
      }
      case CHECK_AND_UPDATE -> {
        ExtendedBlock b = finalized(node, OneNode.DISK);
        ScanInfo found = found(dataset, b, disk);
        yield () -> {
          dataset.checkAndUpdate(b.getBlockPoolId(), found);
          return true;
        };
      }
      case TRANSFER_FOR_PIPELINE_RECOVERY -> {
        ExtendedBlock b = finalized(node, OneNode.DISK);
        yield () -> {
          PipelineTransfer.toNobody(node.datanode, b);
          return true;
        };
      }
    };
  }

  private static boolean close(Closeable made) throws IOException {
    made.close();
    return true;
  }

  private static long nextStamp(ExtendedBlock block) {
    return block.getGenerationStamp() + 1;
  }

  static RecoveringBlock recovering(ExtendedBlock block) {
    return new RecoveringBlock(block, new DatanodeInfo[0], nextStamp(block));
  }

  private Path file(Path directory) {
    return new Path(directory, name() + "-" + System.nanoTime());
  }

  private ExtendedBlock finalized(OneNode node, Path directory) throws Exception {
    Path file = file(directory);
    DFSTestUtil.createFile(node.fs, file, FILE_BYTES, (short) 1, 1);
    return DFSTestUtil.getAllBlocks(node.fs, file).get(0).getBlock();
  }

  /** A block whose writer went away. */
  ExtendedBlock beingWritten(OneNode node) throws Exception {
    Path file = file(OneNode.DISK);
    FSDataOutputStream out = node.fs.create(file, (short) 1);
    out.write(new byte[FILE_BYTES]);
    out.hflush();
    ExtendedBlock block = DFSTestUtil.getAllBlocks(node.fs, file).get(0).getBlock();
    DFSTestUtil.abortStream((DFSOutputStream) out.getWrappedStream());
    block.setNumBytes(FILE_BYTES);
    Waits.until(
        "the writer is gone",
        Duration.ofMinutes(1),
        () -> node.state(StorageType.DISK).threads() == 0 && node.datanode.getXceiverCount() <= 1);
    return block;
  }

  private static ScanInfo found(IndependentFsDataset dataset, ExtendedBlock b, FsVolumeImpl disk) {
    ReplicaInfo replica =
        dataset.getFinalizedBlocks(b.getBlockPoolId()).stream()
            .filter(r -> r.getBlockId() == b.getBlockId())
            .findFirst()
            .orElseThrow();
    File data = new File(replica.getBlockURI());
    File meta = new File(replica.getMetadataURI());
    return new ScanInfo(b.getBlockId(), data.getParentFile(), data.getName(), meta.getName(), disk);
  }
}
