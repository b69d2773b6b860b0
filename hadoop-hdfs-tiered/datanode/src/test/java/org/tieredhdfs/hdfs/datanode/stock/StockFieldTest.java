package org.tieredhdfs.hdfs.datanode.stock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class StockFieldTest {
  private static final class Owner {
    private final CharSequence value;

    Owner(CharSequence value) {
      this.value = value;
    }
  }

  @Test
  void replacesWhatAStockObjectMadeForItself() throws Exception {
    StockField<CharSequence> field = StockField.of(Owner.class, "value", CharSequence.class);
    Owner owner = new Owner("stock");
    assertThat(field.get(owner)).isEqualTo("stock");
    field.set(owner, "ours");
    assertThat(owner.value).isEqualTo("ours");
  }

  @Test
  void refusesAHadoopThatDoesNotFitWithOneSentence() {
    assertThatThrownBy(() -> StockField.of(Owner.class, "gone", CharSequence.class))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("The DataNode cannot run with ")
        .hasMessageContaining("Owner.gone")
        .hasMessageContaining("dfs.datanode.fsdataset.factory")
        .hasMessageNotContaining("\n");
    assertThatThrownBy(() -> StockField.of(Owner.class, "value", String.class))
        .hasMessageContaining("it is a java.lang.CharSequence");
  }
}
