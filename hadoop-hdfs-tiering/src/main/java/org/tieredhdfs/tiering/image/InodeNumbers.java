package org.tieredhdfs.tiering.image;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A set of inode numbers, and the rank of each among them.
 *
 * <p>In pages of 65,536 numbers. A page of few is a sorted list of two bytes each, one of many has
 * a bit and a quarter for each number that it could hold: no more than five bytes for each that it
 * holds. First all are added, then ranks are asked. Used by one thread.
 */
final class InodeNumbers {
  private static final int PAGE_BITS = 16;

  /** NameNodes count from 16385: a thousand thousand million inodes ever made. */
  private static final int MAX_PAGES = 1 << 24;

  private @Nullable Page[] pages = new Page[16];
  private int size;

  private static final class Page {
    private static final int WORDS = (1 << PAGE_BITS) / Long.SIZE;

    /** From here on bits are smaller. */
    private static final int MANY = 2048;

    private char[] few = new char[4];
    private int count;
    private long @Nullable [] bits;

    /** How many bits are before each word. */
    private char[] before = new char[0];

    private int first;

    void add(int low) {
      long[] many = bits;
      if (many != null) {
        many[low >>> 6] |= 1L << low;
      } else if (count < MANY) {
        if (count == few.length) {
          few = Arrays.copyOf(few, count * 2);
        }
        few[count++] = (char) low;
      } else {
        bits = new long[WORDS];
        for (char one : few) {
          add(one);
        }
        few = new char[0];
        add(low);
      }
    }

    /** Ends the adding; gives how many there are up to here. */
    int rank(int alreadyThere) {
      first = alreadyThere;
      long[] many = bits;
      if (many == null) {
        Arrays.sort(few, 0, count);
        int kept = 0;
        for (int i = 0; i < count; i++) {
          if (i == 0 || few[i] != few[i - 1]) {
            few[kept++] = few[i];
          }
        }
        few = Arrays.copyOf(few, kept);
        return first + kept;
      }
      before = new char[WORDS];
      int inPage = 0;
      for (int i = 0; i < WORDS; i++) {
        before[i] = (char) inPage;
        inPage += Long.bitCount(many[i]);
      }
      return first + inPage;
    }

    int rankOf(int low) {
      long[] many = bits;
      if (many == null) {
        int place = Arrays.binarySearch(few, (char) low);
        return place < 0 ? -1 : first + place;
      }
      long word = many[low >>> 6];
      long bit = 1L << low;
      return (word & bit) == 0 ? -1 : first + before[low >>> 6] + Long.bitCount(word & (bit - 1));
    }
  }

  /**
   * Adds a number; nothing if it is there.
   *
   * @throws IllegalArgumentException if no NameNode can have given it
   */
  void add(long number) {
    long place = number >>> PAGE_BITS;
    if (place >= MAX_PAGES) {
      throw new IllegalArgumentException(number + " is no number of an inode");
    }
    int index = (int) place;
    if (index >= pages.length) {
      pages = Arrays.copyOf(pages, Math.max(index + 1, pages.length * 2));
    }
    Page page = pages[index];
    if (page == null) {
      page = new Page();
      pages[index] = page;
    }
    page.add(low(number));
  }

  /** Ends the adding. */
  void rank() {
    size = 0;
    for (Page page : pages) {
      if (page != null) {
        size = page.rank(size);
      }
    }
  }

  int size() {
    return size;
  }

  /** How many smaller numbers there are; -1 if the number is not in the set. */
  int rankOf(long number) {
    long index = number >>> PAGE_BITS;
    Page page = index < pages.length ? pages[(int) index] : null;
    return page == null ? -1 : page.rankOf(low(number));
  }

  private static int low(long number) {
    return (int) number & 0xffff;
  }
}
