"""Divides the memory of a build on disk, so that the limit holds for any number of branches and threads."""

from __future__ import annotations

from dataclasses import dataclass

CODE_BYTES, BRANCH_BYTES = 8, 4
"""The bytes of a word of a code, and of a branch."""

MOST_BUFFER = 1 << 22
"""The maximum bytes for the codes that a thread finds at a time: more would not be quicker."""

MOST_MERGED = 1 << 20
"""The maximum number of codes of a run that are merged at a time."""

MOST_BUCKET_BITS = 22
"""The maximum number of leading bits of a code by which codes are indexed."""

MOST_READ = 1 << 18
"""The maximum number of states whose keys a thread reads at a time."""


@dataclass(frozen=True)
class MemoryShares:
    """The memory that each step may use. A step's shares and the copies that it makes add up to at most `spare`."""

    spare: int
    """The bytes for everything that depends on the number of states."""
    threads: int

    @property
    def held(self) -> int:
        """The bytes for codes that were found. Making a run of them takes two or three times as much."""
        return self.spare // 4

    def found(self, code_words: int) -> int:
        """The codes that a thread finds at a time. Beside them are the sorted ones, of this piece and of the last."""
        return max(1, min(MOST_BUFFER, self.spare // (20 * self.threads)) // (CODE_BYTES * code_words))

    def merged(self, code_words: int) -> int:
        """The number of codes of a run that are merged at a time, with the same number of another run."""
        return max(1, min(MOST_MERGED, self.spare // (4 * CODE_BYTES * code_words)))

    @property
    def branches(self) -> int:
        """The bytes for the branches that a thread stores in one file; a copy of them is made when some are dropped."""
        return max(1, self.spare // (8 * self.threads))

    @property
    def bucket_bits(self) -> int:
        """The number of leading bits of a code by which codes are indexed."""
        return min(MOST_BUCKET_BITS, max(0, (self.spare // (16 * CODE_BYTES)).bit_length() - 1))

    @property
    def sorted_entries(self) -> int:
        """The bytes for entries that are sorted by their keys."""
        return self.spare // 2

    def read(self, key_words: int) -> int:
        """The number of states whose keys a thread reads at a time. Each thread has two such pieces in progress."""
        return max(1, min(MOST_READ, self.spare // (8 * self.threads * (32 + 3 * CODE_BYTES * key_words))))
