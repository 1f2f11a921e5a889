// Connect four on the usual board, as zermelo/games/connect4/ has it: the same bits, the same knowledge.
// CENTRAL, GOOD_THREAT and other numbers that were found by trying are defined when this is compiled.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

namespace connect4 {

using Bits = std::uint64_t;

constexpr int WIDTH = 7, HEIGHT = 6, STRIDE = HEIGHT + 1;
constexpr Bits COLUMN = (Bits(1) << HEIGHT) - 1;

constexpr Bits in_every_column(Bits of_one) {
    Bits all = 0;
    for (int c = 0; c < WIDTH; ++c) all |= of_one << c * STRIDE;
    return all;
}

constexpr Bits BOTTOM_ROW = in_every_column(1), FULL = in_every_column(COLUMN);
// Odd rows, counted from 1, are those that the mover gets if the other answers each stone with the one above.
constexpr Bits LEADING = in_every_column(0b010101), FOLLOWING = FULL ^ LEADING;

inline int count_bits(Bits b) { return __builtin_popcountll(b); }
inline int lowest_bit(Bits b) { return __builtin_ctzll(b); }

// Where a line of four begins, in one direction.
inline Bits fours_from(Bits stones, int step) {
    const Bits pairs = stones & (stones >> step);
    return pairs & (pairs >> 2 * step);
}

inline bool has_four(Bits stones) {
    return (fours_from(stones, 1) | fours_from(stones, STRIDE) | fours_from(stones, STRIDE + 1) |
            fours_from(stones, STRIDE - 1)) != 0;
}

// The squares that have three of the stones with them in a line of four, wherever in it the gap is.
inline Bits fourths(Bits stones, int step) {
    const Bits two_before = (stones << step) & (stones << 2 * step);
    const Bits two_after = (stones >> step) & (stones >> 2 * step);
    return (two_before & (stones << 3 * step | stones >> step)) | (two_after & (stones >> 3 * step | stones << step));
}

// The free squares on which one more stone would make four.
inline Bits threats(Bits stones, Bits taken) {
    const Bits found = ((stones << 1) & (stones << 2) & (stones << 3)) | fourths(stones, STRIDE) |
                       fourths(stones, STRIDE + 1) | fourths(stones, STRIDE - 1);
    return found & FULL & ~taken;
}

// How many fours the squares hold.
inline int lines_in(Bits squares) {
    return count_bits(fours_from(squares, 1)) + count_bits(fours_from(squares, STRIDE)) +
           count_bits(fours_from(squares, STRIDE + 1)) + count_bits(fours_from(squares, STRIDE - 1));
}

// For each square, how many fours go through it.
struct LinesThrough {
    int counts[WIDTH * STRIDE] = {};

    static constexpr bool has(int square) { return square < WIDTH * STRIDE && (FULL >> square & 1); }

    constexpr LinesThrough() {
        for (int start = 0; start < WIDTH * STRIDE; ++start)
            for (int step : {1, STRIDE, STRIDE + 1, STRIDE - 1}) {
                bool on_board = true;
                for (int i = 0; i < 4; ++i) on_board = on_board && has(start + i * step);
                for (int i = 0; i < 4 && on_board; ++i) ++counts[start + i * step];
            }
    }
};

constexpr LinesThrough LINES_THROUGH;

// The squares above these in their columns.
inline Bits above(Bits squares) {
    Bits found = squares << 1 & FULL;
    for (int i = 0; i < HEIGHT - 2; ++i) found |= found << 1 & FULL;
    return found;
}

inline Bits mirrored(Bits columns) {
    Bits out = 0;
    for (int c = 0; c < WIDTH; ++c) out = out << STRIDE | (columns >> c * STRIDE & (2 * COLUMN + 1));
    return out;
}

// What a side may hope for: its threats, those in its rows above all, and lines free of the other's stones.
inline int promise(Bits mine, Bits theirs, Bits rows) {
    const int lines = lines_in(FULL & ~theirs);
    const Bits all = threats(mine, mine | theirs);
    return lines + THREAT * count_bits(all) + LASTING * count_bits(all & rows);
}

struct Board {
    Bits mine = 0, taken = 0;

    Bits theirs() const { return mine ^ taken; }
    int player() const { return count_bits(taken) & 1; }
    Bits landings() const { return (taken + BOTTOM_ROW) & FULL; }
    Board result(int a) const { return {mine ^ taken, taken | (taken + (Bits(1) << a * STRIDE))}; }
    bool is_terminal() const { return has_four(theirs()) || taken == FULL; }
    Bits key() const { return mine + taken; }

    // Calls `take` with every column that has room, from the left.
    template <typename Take>
    void each_action(Take take) const {
        for (Bits left = landings(); left; left &= left - 1) take(lowest_bit(left) / STRIDE);
    }

    // Player 0's.
    int utility() const { return !has_four(theirs()) ? 0 : player() == 0 ? -1 : 1; }

    Board canonical() const {
        return key() <= mirrored(key()) ? *this : Board{mirrored(mine), mirrored(taken)};
    }

    // The squares of the moves that are worth a look: a win, else a forced reply, else what does not lose at once.
    Bits sensible() const {
        const Bits open = landings();
        const Bits wins = open & threats(mine, taken);
        if (wins) return wins & -wins;
        const Bits theirs_next = threats(theirs(), taken);
        const Bits forced = open & theirs_next;
        if (forced) return forced & -forced;
        const Bits safe = open & ~(theirs_next >> 1);
        return safe ? safe : open & -open;
    }

    // Threats first, above all in rows that the mover gets in the end, then squares in many lines.
    int order(int a) const {
        const Bits stone = landings() & (COLUMN << a * STRIDE);
        const Bits mine_then = mine | stone, taken_then = taken | stone;
        const bool first = player() == 0;
        const Bits my_rows = first ? LEADING : FOLLOWING;
        const Bits my_threats = threats(mine_then, taken_then), their_threats = threats(theirs(), taken_then);
        int guess = CENTRAL * LINES_THROUGH.counts[lowest_bit(stone)];
        guess += GOOD_THREAT * count_bits(my_threats & my_rows) + WEAK_THREAT * count_bits(my_threats & ~my_rows);
        guess -= GOOD_THREAT * count_bits(their_threats & ~my_rows) + WEAK_THREAT * count_bits(their_threats & my_rows);
        const int hopes = lines_in((first ? mine_then : theirs()) | (FULL & ~taken_then & LEADING));
        guess += first ? HOPE * hopes : -HOPE * hopes;
        return my_threats & Board{0, taken_then}.landings() ? guess + FORCING : guess;
    }

    // The least and the greatest utility of player 0 that can still come about.
    std::pair<int, int> value_bounds() const {
        int best = has_four(FULL & ~theirs()) ? 1 : 0, worst = has_four(FULL & ~mine) ? -1 : 0;
        if (worst < best) {
            best = std::min(best, best_against_follow_up());
            worst = std::min(worst, best);
        }
        return player() == 0 ? std::pair{worst, best} : std::pair{-best, -worst};
    }

    // The most that the mover can hope for if the other answers each stone with the one above it.
    int best_against_follow_up() const {
        const Bits free = FULL & ~taken, open = landings(), their_threats = threats(theirs(), taken);
        if ((threats(mine, taken) | their_threats) & open) return 1;
        const Bits winning = their_threats & FOLLOWING;
        const Bits reachable = LEADING & free & ~above(winning);
        if (count_bits(free) % 2 == 0) {
            const Bits out_of_step = open & FOLLOWING;
            if (has_four(mine | reachable | out_of_step)) return 1;
            return winning || has_four(theirs() | (free & FOLLOWING & ~out_of_step)) ? -1 : 0;
        }
        for (Bits waiting = their_threats & LEADING; waiting;) {
            const Bits threat = waiting & -waiting;
            const Bits column = COLUMN << lowest_bit(threat) / STRIDE * STRIDE;
            waiting &= ~column;
            const Bits below = free & column & FOLLOWING & (threat - 1);
            const Bits out_of_step = (open & FOLLOWING & ~column) | (open & LEADING & column);
            if (!has_four(mine | (reachable & ~column) | below | out_of_step)) return -1;
        }
        return 1;
    }

    // Player 0's.
    int evaluate() const {
        const bool first_moves = player() == 0;
        const Bits first = first_moves ? mine : theirs(), second = first_moves ? theirs() : mine;
        return promise(first, second, LEADING) - promise(second, first, FOLLOWING);
    }
};

}  // namespace connect4
