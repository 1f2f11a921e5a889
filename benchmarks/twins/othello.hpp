// Othello on the usual board, as zermelo/games/othello/ has it: the same bits and the same runs of discs.
#pragma once

#include <cstdint>

namespace othello {

using Bits = std::uint64_t;

constexpr int PASS = 64;
constexpr Bits INNER = 0x7E7E7E7E7E7E7E7E;  // a line that leaves its row goes on over these columns only
constexpr int ALONG = 1, DOWN = 8, FALLING = 9, RISING = 7;

// The discs of `through` that follow one another from the start, each a step higher, or lower: six at most.
inline Bits run_up(Bits start, Bits through, int step) {
    Bits run = through & (start << step);
    run |= through & (run << step);
    const Bits pairs = through & (through << step);
    run |= pairs & (run << 2 * step);
    return run | (pairs & (run << 2 * step));
}

inline Bits run_down(Bits start, Bits through, int step) {
    Bits run = through & (start >> step);
    run |= through & (run >> step);
    const Bits pairs = through & (through >> step);
    run |= pairs & (run >> 2 * step);
    return run | (pairs & (run >> 2 * step));
}

inline Bits ends_of_runs(Bits mine, Bits theirs, int step) {
    return (run_up(mine, theirs, step) << step) | (run_down(mine, theirs, step) >> step);
}

inline Bits closed_in(Bits disc, Bits mine, Bits theirs, int step) {
    const Bits up = run_up(disc, theirs, step), down = run_down(disc, theirs, step);
    return ((up << step) & mine ? up : 0) | ((down >> step) & mine ? down : 0);
}

inline Bits moves(Bits mine, Bits theirs) {
    const Bits inner = theirs & INNER;
    const Bits ends = ends_of_runs(mine, inner, ALONG) | ends_of_runs(mine, theirs, DOWN) |
                      ends_of_runs(mine, inner, FALLING) | ends_of_runs(mine, inner, RISING);
    return ends & ~(mine | theirs);
}

inline Bits turned(Bits disc, Bits mine, Bits theirs) {
    const Bits inner = theirs & INNER;
    return closed_in(disc, mine, inner, ALONG) | closed_in(disc, mine, theirs, DOWN) |
           closed_in(disc, mine, inner, FALLING) | closed_in(disc, mine, inner, RISING);
}

struct Board {
    Bits mine = Bits(1) << 28 | Bits(1) << 35, theirs = Bits(1) << 27 | Bits(1) << 36;

    bool is_terminal() const { return !moves(mine, theirs) && !moves(theirs, mine); }

    Board result(int a) const {
        if (a == PASS) return {theirs, mine};
        const Bits disc = Bits(1) << a, over = turned(disc, mine, theirs);
        return {theirs ^ over, mine | disc | over};
    }

    // Calls `take` with every action, in the order of their squares.
    template <typename Take>
    void each_action(Take take) const {
        Bits left = moves(mine, theirs);
        if (!left) take(PASS);
        for (; left; left &= left - 1) take(__builtin_ctzll(left));
    }
};

}  // namespace othello
