package org.apache.hadoop.hdfs.server.namenode;

import java.io.IOException;
import org.apache.hadoop.hdfs.protocol.proto.NamenodeProtocolProtos.GetBlockKeysRequestProto;
import org.apache.hadoop.hdfs.server.protocol.NamenodeProtocol;
import org.apache.hadoop.thirdparty.protobuf.ServiceException;
import org.jspecify.annotations.NullMarked;
import org.tieredhdfs.hdfs.peers.MoverMark;
import org.tieredhdfs.hdfs.peers.PeerKeys;

/**
 * The guard against Movers and Balancers with stock jars, which would move replicas by aliases.
 *
 * <p>In this package for the NameNode's configuration. Stateless.
 */
@NullMarked
public final class StockMovers {
  private StockMovers() {}

  /**
   * Lets whoever asks for block keys begin, or not.
   *
   * @throws ServiceException with one sentence if it has stock jars and that is not allowed
   */
  public static void admit(NamenodeProtocol server, GetBlockKeysRequestProto request)
      throws ServiceException {
    if (!MoverMark.isOn(request)
        && server instanceof NameNodeRpcServer nameNode
        && !PeerKeys.STOCK_MOVERS.getBoolean(nameNode.nn.getConf())) {
      throw new ServiceException(
          new IOException(
              "a Mover, Balancer or storage policy satisfier with stock jars takes custom storage"
                  + " types for their aliases and would move blocks to where no policy wants them:"
                  + " run it with the tiered HDFS overlay in front, or set "
                  + PeerKeys.STOCK_MOVERS.name()
                  + " to true on the NameNode"));
    }
  }
}
