// Solves ends of othello as a plain program for nothing else does: principal variation search to the end of play, with a
// table, the reply with the fewest moves first, and near the end simply square by square, odd regions first.
//
// Reads boards, one a line: 64 squares, X, O or -, a space, and whose turn it is. Prints for each what it is worth to
// the mover, with the squares that stay empty given to the winner, and the nodes; then the processor seconds for all.
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <iostream>
#include <string>
#include <vector>

#include "othello.hpp"

using othello::Bits;

namespace {

constexpr int LEAST = -64, GREATEST = 64;
constexpr int KEEPING = 8, ORDERING = 6;  // with how many empty squares the table is used, and moves are ordered
constexpr Bits CORNERS = 0x8100000000000081;
constexpr Bits QUARTERS[4] = {0x000000000F0F0F0F, 0x00000000F0F0F0F0, 0x0F0F0F0F00000000, 0xF0F0F0F000000000};

struct Entry {
    Bits mine = 0, theirs = 0;
    signed char low = LEAST, high = GREATEST, best = -1;
};

std::vector<Entry> table(1 << 20);
long nodes = 0;

int discs(Bits bits) { return __builtin_popcountll(bits); }

int score(Bits mine, Bits theirs) {
    const int difference = discs(mine) - discs(theirs), empty = 64 - discs(mine | theirs);
    return difference > 0 ? difference + empty : difference < 0 ? difference - empty : 0;
}

Entry& entry(Bits mine, Bits theirs) {
    Bits hash = (mine * 0x9E3779B97F4A7C15) ^ (theirs * 0xC2B2AE3D27D4EB4F);
    return table[(hash ^ hash >> 32) * 0x9E3779B97F4A7C15 >> 44];
}

int solve(Bits mine, Bits theirs, int alpha, int beta, bool passed);

// Square by square: those in regions with an odd number of empty squares first.
int solve_near(Bits mine, Bits theirs, int alpha, int beta, Bits left) {
    const Bits empty = ~(mine | theirs);
    Bits odd = 0;
    for (Bits quarter : QUARTERS)
        if (discs(empty & quarter) & 1) odd |= quarter;
    int best = LEAST - 1;
    for (Bits part : {left & odd, left & ~odd})
        for (; part; part &= part - 1) {
            const Bits disc = part & -part, over = othello::turned(disc, mine, theirs);
            best = std::max(best, -solve(theirs ^ over, mine | disc | over, -beta, -std::max(alpha, best), false));
            if (best >= beta) return best;
        }
    return best;
}

struct Move {
    int rank;
    Bits disc, over;
};

int solve(Bits mine, Bits theirs, int alpha, int beta, bool passed) {
    ++nodes;
    const Bits left = othello::moves(mine, theirs);
    if (!left) return passed ? score(mine, theirs) : -solve(theirs, mine, -beta, -alpha, true);
    const int empty = 64 - discs(mine | theirs);
    if (empty < ORDERING) return solve_near(mine, theirs, alpha, beta, left);

    int first = -1, low = LEAST, high = GREATEST;
    if (empty >= KEEPING) {
        const Entry& known = entry(mine, theirs);
        if (known.mine == mine && known.theirs == theirs) {
            if (known.low >= beta || known.low == known.high) return known.low;
            if (known.high <= alpha) return known.high;
            low = known.low, high = known.high, first = known.best;
            alpha = std::max(alpha, low), beta = std::min(beta, high);
        }
    }
    Move moves[32];
    int count = 0;
    for (Bits rest = left; rest; rest &= rest - 1) {
        const Bits disc = rest & -rest, over = othello::turned(disc, mine, theirs);
        const Bits replies = othello::moves(theirs ^ over, mine | disc | over);
        const int square = __builtin_ctzll(disc);
        const int rank = square == first ? -1000 : discs(replies) + 2 * discs(replies & CORNERS) - (disc & CORNERS ? 64 : 0);
        Move move{rank, disc, over};
        int i = count++;
        for (; i > 0 && moves[i - 1].rank > rank; --i) moves[i] = moves[i - 1];
        moves[i] = move;
    }
    int best = LEAST - 1, best_square = -1;
    for (int i = 0; i < count; ++i) {
        const Bits us = mine | moves[i].disc | moves[i].over, them = theirs ^ moves[i].over;
        const int floor = std::max(alpha, best);
        int v = i == 0 ? -solve(them, us, -beta, -floor, false) : -solve(them, us, -floor - 1, -floor, false);
        if (i > 0 && floor < v && v < beta) v = -solve(them, us, -beta, -v, false);
        if (v > best) best = v, best_square = __builtin_ctzll(moves[i].disc);
        if (best >= beta) break;
    }
    if (empty >= KEEPING) {
        Entry& kept = entry(mine, theirs);
        kept = {mine, theirs, static_cast<signed char>(best > alpha ? std::max(low, best) : low),
                static_cast<signed char>(best < beta ? std::min(high, best) : high), static_cast<signed char>(best_square)};
    }
    return best;
}

}  // namespace

int main() {
    std::vector<std::string> boards;
    for (std::string line; std::getline(std::cin, line);) boards.push_back(line);
    double seconds = 0;
    for (const std::string& board : boards) {
        Bits black = 0, white = 0;
        for (int i = 0; i < 64; ++i) {
            if (board[i] == 'X') black |= Bits(1) << i;
            if (board[i] == 'O') white |= Bits(1) << i;
        }
        const bool black_moves = board[65] == 'X';
        std::fill(table.begin(), table.end(), Entry{});
        nodes = 0;
        const std::clock_t began = std::clock();
        const int value = solve(black_moves ? black : white, black_moves ? white : black, LEAST, GREATEST, false);
        seconds += double(std::clock() - began) / CLOCKS_PER_SEC;
        std::printf("%d %ld\n", value, nodes);
    }
    std::printf("%.9f\n", seconds);
}
