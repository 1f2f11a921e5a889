// Counts the plays of a given length, as zermelo/kernels/counting.py does: `perft connect4 9` or `perft othello 8`.
// Prints the count and the processor seconds that it took.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include "connect4.hpp"
#include "othello.hpp"

// The plays of `depth` plies; each that ended sooner counts as one.
template <typename Board>
long perft(const Board& s, int depth) {
    if (depth == 0) return 1;
    if (s.is_terminal()) return 1;
    long leaves = 0;
    if (depth == 1) {  // where the last action leads does not matter
        s.each_action([&](int) { ++leaves; });
        return leaves;
    }
    s.each_action([&](int a) { leaves += perft(s.result(a), depth - 1); });
    return leaves;
}

int main(int count, char** words) {
    if (count != 3) return std::fprintf(stderr, "usage: perft connect4|othello DEPTH\n"), 2;
    const int depth = std::atoi(words[2]);
    const std::clock_t began = std::clock();
    const long leaves =
        std::strcmp(words[1], "othello") == 0 ? perft(othello::Board{}, depth) : perft(connect4::Board{}, depth);
    const double seconds = double(std::clock() - began) / CLOCKS_PER_SEC;
    std::printf("%ld %.9f\n", leaves, seconds);
}
