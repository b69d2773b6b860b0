package org.tieredhdfs.upstream;

/** What a test on both sides says of ours. */
enum ComparisonVerdict {
  SAME("as on stock"),
  REGRESSION("passes on stock, not with ours"),
  STOCK_FAILURE("fails on stock, too"),
  STOCK_ONLY("fails on stock only"),
  FLAKY("passed in one of two runs");

  private final String meaning;

  ComparisonVerdict(String meaning) {
    this.meaning = meaning;
  }

  String meaning() {
    return meaning;
  }
}
