"""Divides the memory of a build on disk, so that the limit holds for any number of branches and threads."""

from __future__ import annotations

from dataclasses import dataclass

CODE_BYTES, BRANCH_BYTES = 8, 4
"""The bytes of a word of a code, and of a branch."""

MOST_BUFFER = 1 << 22
"""The most bytes for the codes that a thread finds at a time: more would not be quicker."""

MOST_MERGED = 1 << 20
"""The most codes of a run that are merged at once."""

MOST_BUCKET_BITS = 22
"""The most bits of a code by which its place among all codes is narrowed down."""

MOST_READ = 1 << 18
"""The most states whose keys a thread reads at once."""


@dataclass(frozen=True)
class MemoryShares:
    """The memory that each step may use. A step's shares and the copies that it makes add up to at most `spare`."""

    spare: int
    """The bytes for all that depends on the number of states."""
    threads: int

    @property
    def held(self) -> int:
        """The bytes for codes that were found, until a run is made of them: that takes two or three times as much."""
        return self.spare // 4

    def found(self, code_words: int) -> int:
        """The codes that a thread finds at a time. Beside them are the sorted ones, of this piece and of the last."""
        return max(1, min(MOST_BUFFER, self.spare // (20 * self.threads)) // (CODE_BYTES * code_words))

    def merged(self, code_words: int) -> int:
        """The codes of a run that are merged at once with as many of another."""
        return max(1, min(MOST_MERGED, self.spare // (4 * CODE_BYTES * code_words)))

    @property
    def branches(self) -> int:
        """The bytes for the branches that a thread stores in one file; a copy of them is made when some are dropped."""
        return max(1, self.spare // (8 * self.threads))

    @property
    def bucket_bits(self) -> int:
        """The bits of a code by which its place among all codes is narrowed down."""
        return min(MOST_BUCKET_BITS, max(0, (self.spare // (16 * CODE_BYTES)).bit_length() - 1))

    @property
    def sorted_entries(self) -> int:
        """The bytes for entries that are sorted by their keys."""
        return self.spare // 2

    def read(self, key_words: int) -> int:
        """The states whose keys a thread reads at once. Twice as many pieces as there are threads are under way."""
        return max(1, min(MOST_READ, self.spare // (8 * self.threads * (32 + 3 * CODE_BYTES * key_words))))
