// Plays 2048 on 4 by 4 as zermelo/kernels/selfplay.py does, each push the best by expectimax: `twenty48 DEPTH PLAYS
// SEED`. The tree, the evaluation and the draws are the same, and so are the plays. How good each row is, in the
// evaluation, is read from standard input. Prints the moves, the nodes, the plays that reached the target, and the
// processor seconds that it took.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

using Board = std::uint64_t;  // four bits a cell, in reading order from the lowest

const int GREATEST = 15, TARGET = 11;  // powers of 2
const Board ONES = 0x1111111111111111;
const double FOUR = 0.1;

// For every row of four tiles: pushed to the left, to the right, and how good it is.
std::vector<std::uint16_t> lefts(1 << 16), rights(1 << 16);
std::vector<double> goods(1 << 16);

long nodes = 0;

std::uint16_t mirrored(int row) { return row >> 12 | (row >> 4 & 0xF0) | (row << 4 & 0xF00) | (row << 12 & 0xF000); }

std::uint16_t pushed_left(int row) {
    int out[4] = {}, filled = 0;
    bool may_join = false;
    for (int i = 0; i < 4; i++) {
        const int tile = row >> 4 * i & 15;
        if (tile == 0) continue;
        if (may_join && out[filled - 1] == tile && tile < GREATEST) {
            out[filled - 1]++;
            may_join = false;
        } else {
            out[filled++] = tile;
            may_join = true;
        }
    }
    return out[0] | out[1] << 4 | out[2] << 8 | out[3] << 12;
}

void fill_tables() {
    for (int row = 0; row < 1 << 16; row++) {
        lefts[row] = pushed_left(row);
        rights[row] = mirrored(pushed_left(mirrored(row)));
        if (std::scanf("%la", &goods[row]) != 1) std::exit(2);
    }
}

inline Board transposed(Board b) {
    Board t = (b ^ b >> 12) & 0x0000F0F00000F0F0;
    b ^= t ^ t << 12;
    t = (b ^ b >> 24) & 0x00000000FF00FF00;
    return b ^ t ^ t << 24;
}

inline Board taken(Board b) {
    b |= b >> 1;
    return (b | b >> 2) & ONES;
}

// No tile is beyond the target, so that it has all of its bits.
inline bool is_reached(Board b) {
    Board found = ONES;
    for (int bit = 0; bit < 4; bit++)
        if (TARGET >> bit & 1) found &= b >> bit;
    return found != 0;
}

inline Board pushed(Board b, const std::uint16_t* rows) {
    return Board(rows[b & 0xFFFF]) | Board(rows[b >> 16 & 0xFFFF]) << 16 | Board(rows[b >> 32 & 0xFFFF]) << 32 |
           Board(rows[b >> 48]) << 48;
}

// The four pushes: up, right, down, left. One that moves nothing gives the board itself.
inline void push(Board b, Board after[4]) {
    const Board turned = transposed(b);
    after[0] = transposed(pushed(turned, lefts.data()));
    after[1] = pushed(b, rights.data());
    after[2] = transposed(pushed(turned, rights.data()));
    after[3] = pushed(b, lefts.data());
}

inline double good_of(Board b) {
    const double* rows = goods.data();
    return (rows[b & 0xFFFF] + rows[b >> 16 & 0xFFFF]) + (rows[b >> 32 & 0xFFFF] + rows[b >> 48]);
}

inline double evaluated(Board b) {
    return std::min(0.999, std::max(0.001, good_of(b) + good_of(transposed(b))));
}

double value_of_push(Board b, int depth);

// The value where a push comes next. New tiles are no target: whether that was reached is known already.
double value_of_tile(Board b, int depth) {
    nodes++;
    Board after[4];
    push(b, after);
    double best = -1;
    bool moves = false;
    for (int way = 0; way < 4; way++) {
        if (after[way] == b) continue;
        moves = true;
        if (depth == 0) break;
        best = std::max(best, value_of_push(after[way], depth - 1));
    }
    return !moves ? 0.0 : depth == 0 ? evaluated(b) : best;
}

// The value where a new tile comes next.
double value_of_push(Board b, int depth) {
    nodes++;
    if (is_reached(b)) return 1;
    if (depth == 0) return evaluated(b);
    const Board empty = ~taken(b) & ONES;
    const int count = __builtin_popcountll(empty);
    const double two = (1 - FOUR) / count, four = FOUR / count;
    double mean = 0;
    for (Board left = empty; left; left &= left - 1) {
        const Board tile = left & -left;
        mean += two * value_of_tile(b | tile, depth - 1);
        mean += four * value_of_tile(b | tile << 1, depth - 1);
    }
    return mean;
}

// A tile drawn as zermelo/kernels/counting.py draws: outcome by outcome, a 2 and a 4 for each empty cell.
Board with_tile(Board b, long& seed) {
    seed = seed * 48271 % 2147483647;
    double draw = double(seed - 1) / 2147483646;
    const Board empty = ~taken(b) & ONES;
    const int count = __builtin_popcountll(empty);
    Board tile = 0;
    for (Board left = empty; left; left &= left - 1) {
        tile = left & -left;
        if ((draw -= (1 - FOUR) / count) < 0) return b | tile;
        if ((draw -= FOUR / count) < 0) return b | tile << 1;
    }
    return b | tile << 1;
}

// The best push, the first of equals; the board itself where none moves anything.
Board best_push(Board b, int depth) {
    Board after[4];
    push(b, after);
    Board chosen = b;
    double best = -1;
    for (const Board t : after) {
        if (t == b) continue;
        const double value = value_of_push(t, depth - 1);
        if (value > best) best = value, chosen = t;
    }
    return chosen;
}

int main(int count, char** words) {
    if (count != 4) return std::fprintf(stderr, "usage: twenty48 DEPTH PLAYS SEED\n"), 2;
    const int depth = std::atoi(words[1]), plays = std::atoi(words[2]);
    long seed = std::atol(words[3]), moves = 0, reached = 0;
    fill_tables();
    const std::clock_t began = std::clock();
    for (int i = 0; i < plays; i++) {
        Board b = with_tile(0, seed);
        for (;;) {
            b = with_tile(b, seed);
            const Board t = best_push(b, depth);
            if (t == b) break;
            moves++;
            b = t;
            if (is_reached(b)) {
                reached++;
                break;
            }
        }
    }
    const double seconds = double(std::clock() - began) / CLOCKS_PER_SEC;
    std::printf("%ld %ld %ld %.9f\n", moves, nodes, reached, seconds);
}
