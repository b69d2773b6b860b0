package org.apache.hadoop.hdfs.server.namenode;

import java.io.IOException;
import org.apache.hadoop.hdfs.protocol.proto.NamenodeProtocolProtos.GetBlockKeysRequestProto;
import org.apache.hadoop.hdfs.server.protocol.NamenodeProtocol;
import org.apache.hadoop.thirdparty.protobuf.ServiceException;
import org.jspecify.annotations.NullMarked;
import org.tieredhdfs.hdfs.peers.MoverMark;
import org.tieredhdfs.hdfs.peers.PeerKeys;

/**
 * Refuses Movers and Balancers without the overlay, which would move replicas by their aliases.
 *
 * <p>In this package for the NameNode's configuration. Stateless.
 */
@NullMarked
public final class StockMovers {
  private StockMovers() {}

  /**
   * Accepts or refuses a request for block keys, with which Movers and Balancers start.
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
              "a Mover, Balancer or storage policy satisfier without the tiered HDFS"
                  + " overlay sees custom storage types as their aliases and would move blocks to"
                  + " the wrong storage: put the overlay first on its class path, or set "
                  + PeerKeys.STOCK_MOVERS.name()
                  + " to true on the NameNode"));
    }
  }
}
