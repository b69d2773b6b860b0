package org.tieredhdfs.tiering.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OwnerUsesTest {
  private static final int MORE = 500;

  private final OwnerUses owners = new OwnerUses();

  private void add(String owner, long bytes) {
    int[] replicas = new int[PolicyTypes.COUNT];
    replicas[0] = 1;
    owners.of(owner).add(0, replicas, bytes);
  }

  private List<OwnerUses.Owner> biggest(int most) {
    return owners.biggest(most, use -> use.bytes(AgedUse.ALL), "rest");
  }

  @Test
  void theBiggestAreShownAndTheOthersTogether() {
    add("ann", 1);
    add("bob", 5);
    add("cid", 3);
    add("ann", 1);

    assertThat(biggest(2))
        .extracting(owner -> owner.name() + " " + owner.use().bytes(AgedUse.ALL))
        .containsExactly("bob 5", "cid 3", "rest 2");
    assertThat(biggest(3)).extracting(OwnerUses.Owner::name).doesNotContain("rest");
  }

  @Test
  void noMoreOwnersAreHeldThanSaidHoweverManyThereAre() {
    List<AgedUse> held = new ArrayList<>();
    for (int i = 0; i < OwnerUses.MAX + MORE; i++) {
      add("user" + i, 7);
      held.add(owners.of("user" + i));
    }

    assertThat(held.stream().distinct()).hasSize(OwnerUses.MAX + 1);
    assertThat(owners.later.files(AgedUse.ALL)).isEqualTo(MORE);
    assertThat(biggest(OwnerUses.MAX))
        .hasSize(OwnerUses.MAX + 1)
        .last()
        .satisfies(rest -> assertThat(rest.use().bytes(AgedUse.ALL)).isEqualTo(7 * MORE));
  }
}
