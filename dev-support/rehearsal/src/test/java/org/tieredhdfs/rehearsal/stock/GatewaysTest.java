package org.tieredhdfs.rehearsal.stock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.rehearsal.SiteResource;

class GatewaysTest {

  @Test
  void theRoutersSiteFileHasTheAddressesOfTheClusterAndItsOwn() throws Exception {
    Map<String, String> site =
        SiteResource.read(
            Gateways.class,
            "router-site.properties",
            Map.of(
                "gateway.address", "127.0.0.1:1",
                "gateway.home", "/state/router",
                "namenode.rpc", "127.0.0.1:2",
                "namenode.http", "127.0.0.1:3"));
    assertThat(site)
        .containsEntry("dfs.federation.router.rpc-address", "127.0.0.1:1")
        .containsEntry("dfs.federation.router.store.driver.file.directory", "/state/router/store")
        .containsEntry("dfs.namenode.rpc-address.tiered", "127.0.0.1:2")
        .containsEntry("dfs.namenode.http-address.tiered", "127.0.0.1:3");
  }
}
