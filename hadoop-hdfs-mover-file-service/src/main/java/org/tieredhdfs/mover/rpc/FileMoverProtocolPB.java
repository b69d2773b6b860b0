package org.tieredhdfs.mover.rpc;

import org.apache.hadoop.ipc.ProtocolInfo;
import org.apache.hadoop.security.KerberosInfo;
import org.tieredhdfs.mover.conf.RpcKeys;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.FileMoverProtocolService;

/** The protocol for Hadoop's RPC: its name, its version and the principal of its server. */
@ProtocolInfo(
    // Hadoop finds the service ACL by this class name
    protocolName = "org.tieredhdfs.mover.rpc.FileMoverProtocolPB",
    protocolVersion = FileMoverProtocolPB.VERSION)
@KerberosInfo(serverPrincipal = RpcKeys.PRINCIPAL_NAME)
public interface FileMoverProtocolPB extends FileMoverProtocolService.BlockingInterface {
  /** Increased only by an incompatible change. */
  long VERSION = 1;
}
