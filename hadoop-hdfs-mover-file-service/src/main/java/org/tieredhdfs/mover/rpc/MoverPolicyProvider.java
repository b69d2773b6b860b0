package org.tieredhdfs.mover.rpc;

import org.apache.hadoop.security.authorize.PolicyProvider;
import org.apache.hadoop.security.authorize.Service;
import org.tieredhdfs.mover.conf.RpcKeys;

/** The service's entry of {@code hadoop-policy.xml}. */
final class MoverPolicyProvider extends PolicyProvider {
  @Override
  public Service[] getServices() {
    return new Service[] {new Service(RpcKeys.ACL_NAME, FileMoverProtocolPB.class)};
  }
}
