// The kernel of zermelo/kernels/mcts.py for connect four alone, with the rule UCB1 and nothing else: the same tree, node
// for node, from the same random numbers.
//
//     uct PLAYOUTS NODES C DRAW SEARCHES [FILE]
//
// searches the empty board SEARCHES times, each time with a new tree of at most NODES nodes, and prints the processor
// seconds of each search. DRAW is the state of the random numbers at the beginning. The tree of the last search is
// written to FILE, four rows one after the other: visits and first children (32 bits each), sums of utilities and of
// their squares (doubles).
#include <sys/mman.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "connect4.hpp"

using connect4::Bits;
using connect4::Board;

constexpr double SPAN = 2.0;  // utilities go from -1 to 1
constexpr int LONGEST = connect4::WIDTH * connect4::HEIGHT + 1;

// ---- draws.py

class Draws {
   public:
    explicit Draws(std::uint64_t state) : state_(state) {}
    int below(int count) {
        state_ = (state_ * 6364136223846793005u + 1442695040888963407u) & ((std::uint64_t(1) << 62) - 1);
        return int(((state_ >> 31) * std::uint64_t(count)) >> 31);
    }

   private:
    std::uint64_t state_;
};

// ---- mcts.py

struct Node {
    double total = 0.0, square = 0.0;
    std::int32_t visits = 0, first = 0;  // the first child; the root is nobody's child, so 0 is none
    std::int16_t count = 0, action = 0;
};

// Zeroed memory in large pages, all of it given by the system before the search begins.
class Nodes {
   public:
    explicit Nodes(std::size_t count) : size_(count * sizeof(Node)) {
        void* memory = mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED) throw std::bad_alloc();
        madvise(memory, size_, MADV_HUGEPAGE);
        nodes_ = static_cast<Node*>(std::memset(memory, 0, size_));
    }
    ~Nodes() { munmap(nodes_, size_); }
    Nodes(const Nodes&) = delete;
    Nodes& operator=(const Nodes&) = delete;
    Node& operator[](int i) { return nodes_[i]; }

   private:
    std::size_t size_;
    Node* nodes_;
};

class Search {
   public:
    Search(Nodes& nodes, int most_nodes, double c, std::uint64_t draw)
        : nodes_(nodes), most_nodes_(most_nodes), c_(c), draws_(draw) {
        nodes_[0] = Node{};
        expand(Board{}, 0);
    }

    int size() const { return free_; }

    void grow(long playouts) {
        for (; playouts > 0; --playouts) grow_once();
    }

   private:
    void grow_once() {
        Board s;
        int path[LONGEST + 1], ply = 0, node = 0;
        path[0] = 0;
        while (nodes_[node].visits > 0 || ply == 0) {
            if (nodes_[node].first == 0 && !expand(s, node)) break;
            node = select(node, s.player());
            s = s.result(nodes_[node].action);
            path[++ply] = node;
        }
        const double outcome = play_out(s);
        for (int i = ply; i >= 0; --i) {
            Node& visited = nodes_[path[i]];
            ++visited.visits;
            visited.total += outcome;
            visited.square += outcome * outcome;
        }
    }

    bool expand(const Board& s, int node) {
        if (s.is_terminal()) return false;
        const int first = free_;
        if (first + connect4::WIDTH > most_nodes_) throw std::runtime_error("the tree is full");
        s.each_action([&](int a) {
            nodes_[free_] = Node{};
            nodes_[free_++].action = std::int16_t(a);
        });
        nodes_[node].count = std::int16_t(free_ - first);
        nodes_[node].first = first;
        return true;
    }

    int select(int node, int mover) {
        const Node& parent = nodes_[node];
        const double logarithm = parent.visits > 0 ? std::log(double(parent.visits)) : 0.0;
        int best = parent.first;
        double top = -std::numeric_limits<double>::infinity();
        for (int child = parent.first; child < parent.first + parent.count; ++child) {
            const Node& tried = nodes_[child];
            if (tried.visits == 0) return child;
            const double mean = tried.total / tried.visits;
            const double score = (mover == 0 ? mean : -mean) + c_ * SPAN * std::sqrt(2.0 * logarithm / tried.visits);
            if (score > top) best = child, top = score;
        }
        return best;
    }

    double play_out(Board s) {
        while (!s.is_terminal()) {
            Bits left = s.landings();
            for (int place = draws_.below(connect4::count_bits(left)); place > 0; --place) left &= left - 1;
            s = s.result(connect4::lowest_bit(left) / connect4::STRIDE);
        }
        return s.utility();
    }

    Nodes& nodes_;
    int most_nodes_, free_ = 1;
    double c_;
    Draws draws_;
};

// ---- what is asked

template <typename Read>
void write_row(std::ofstream& file, Nodes& nodes, int count, Read read) {
    for (int i = 0; i < count; ++i) {
        const auto value = read(nodes[i]);
        file.write(reinterpret_cast<const char*>(&value), sizeof value);
    }
}

int main(int, char** words) {
    const long playouts = std::atol(words[1]);
    const int most_nodes = std::atoi(words[2]), searches = std::atoi(words[5]);
    Nodes nodes(most_nodes);
    int size = 0;
    for (int i = 0; i < searches; ++i) {
        const std::clock_t began = std::clock();
        Search search(nodes, most_nodes, std::strtod(words[3], nullptr), std::strtoull(words[4], nullptr, 10));
        search.grow(playouts);
        std::printf("%.9f ", double(std::clock() - began) / CLOCKS_PER_SEC);
        size = search.size();
    }
    std::printf("\n");
    if (words[6] != nullptr) {
        std::ofstream file(words[6], std::ios::binary);
        write_row(file, nodes, size, [](const Node& node) { return node.visits; });
        write_row(file, nodes, size, [](const Node& node) { return node.first; });
        write_row(file, nodes, size, [](const Node& node) { return node.total; });
        write_row(file, nodes, size, [](const Node& node) { return node.square; });
    }
}
