// The alpha-beta kernel of zermelo/kernels/alphabeta.py, for connect four alone: the same search, node for node.
//
// It reads what a search has asked of the kernel, a line each, and does it again. It prints the processor seconds that
// each `new` search took, in a line, and then, for each other line, the nodes and the value:
//
//     new BUCKETS                                               forget everything; a table with this number of buckets
//     child MINE TAKEN PLACE DEPTH ALPHA BETA SETTING ...       the value of one action at the root
//
// What connect four or one thread cannot need is left out: repetitions, quiescence, faulty rules, utilities with many
// digits, actions that another thread is at, and the line of best play. Each part below has the name of what it follows
// in the kernel.
#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <iostream>
#include <limits>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "connect4.hpp"

using connect4::Bits;
using connect4::Board;

constexpr double INF = std::numeric_limits<double>::infinity();

// ---- memory.py: hashes, and the next float

inline std::uint64_t hash_of(Bits key) {
    const std::uint64_t word = key * 0x9E3779B97F4A7C15u;
    return word ^ (word >> 32);
}

inline std::uint64_t within(std::uint64_t hashed, std::uint64_t count) { return (hashed >> 32) * count >> 32; }

template <typename To, typename From>
inline To same_bits(From from) {
    To to;
    static_assert(sizeof to == sizeof from);
    std::memcpy(&to, &from, sizeof to);
    return to;
}

inline double above(double number) {
    if (number == 0.0) return std::numeric_limits<double>::denorm_min();
    return same_bits<double>(same_bits<std::int64_t>(number) + (number > 0.0 ? 1 : -1));
}

// ---- scale.py: a win is worth WIN less a PLY for each ply

constexpr double WIN = 0x1p600, PLY = 0x1p580, EDGE = 0x1p500;
constexpr int FAR = 1 << 13;

inline double worth(int utility, int plies) {
    return utility == 0 ? 0.0 : utility > 0 ? WIN - plies * PLY : -WIN + plies * PLY;
}

inline double farther(double v, int plies) {
    if (-EDGE < v && v < EDGE) return v;
    if (WIN - std::abs(v) >= FAR * PLY) return v;  // won or lost, and nobody knows when
    return v > 0 ? v - plies * PLY : v + plies * PLY;
}

// ---- table.py: 40 bits of the value, 8 of the depth, 2 of the bound, 8 of the place, 5 of the age

constexpr int LOWER = 1, UPPER = 2, EXACT = 3, COMPLETE = 255, NO_PLACE = 255, BUCKET = 4;

// No value of connect four has more digits than fit.
inline std::int64_t pack(double v, int bound, int depth, int place, int age) {
    const std::int64_t code = same_bits<std::int64_t>(v) >> 24 & 0xFFFFFFFFFF;
    return code << 23 | std::int64_t(depth) << 15 | bound << 13 | place << 5 | age;
}

inline double value_in(std::int64_t data) {
    return same_bits<double>(std::int64_t(std::uint64_t(data) << 1 & 0xFFFFFFFFFF000000));
}
inline int depth_in(std::int64_t data) { return data >> 15 & 255; }
inline int bound_in(std::int64_t data) { return data >> 13 & 3; }
inline int place_in(std::int64_t data) { return data >> 5 & 255; }
inline int age_in(std::int64_t data) { return data & 31; }

// The key is kept mixed with the data, so that a slot that two threads write at once matches neither key.
struct Slot {
    std::int64_t data;
    Bits mixed;
    bool holds(Bits key) const { return (mixed ^ std::uint64_t(data)) == key; }
};

struct Bucket {
    Slot slots[BUCKET];

    std::int64_t look_up(Bits key) const {
        for (const Slot& slot : slots)
            if (slot.data != 0 && slot.holds(key)) return slot.data;
        return 0;
    }

    // Over the same key, else into a free slot, else over what is older or was searched least deep.
    void keep(Bits key, std::int64_t data) {
        Slot* chosen = slots;
        int least = std::numeric_limits<int>::max();
        for (Slot& slot : slots) {
            if (slot.data == 0 || slot.holds(key)) {
                chosen = &slot;
                break;
            }
            const int held = depth_in(slot.data) + 256 * (age_in(slot.data) == age_in(data));
            if (held < least) chosen = &slot, least = held;
        }
        *chosen = {data, key ^ std::uint64_t(data)};
    }
};

// Zeroed memory in large pages, as numpy asks for them too, and all of it given by the system before the search begins.
class Table {
   public:
    explicit Table(std::uint64_t buckets) : buckets_(buckets) {
        void* memory = mmap(nullptr, size(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED) throw std::bad_alloc();
        madvise(memory, size(), MADV_HUGEPAGE);
        memory_ = static_cast<Bucket*>(std::memset(memory, 0, size()));
    }
    ~Table() { munmap(memory_, size()); }
    Table(const Table&) = delete;
    Table& operator=(const Table&) = delete;

    Bucket& of(std::uint64_t hashed) { return memory_[within(hashed, buckets_)]; }

   private:
    std::size_t size() const { return buckets_ * sizeof(Bucket); }
    std::uint64_t buckets_;
    Bucket* memory_;
};

// ---- alphabeta.py

enum Setting {
    BUCKETS, AGE, USE_TABLE, USE_VALUE_BOUNDS, USE_ORDER, USE_REDUCTIONS, EXTEND_UNTIL, SETTINGS
};

// SYMMETRIC, WORTH_KEEPING and other numbers that were found by trying are defined when this is compiled.
constexpr int NO_MARK = -1, MOST_PLIES = 64;
constexpr double MOST_CREDIT = 0x1p20;

class Kernel {
   public:
    explicit Kernel(std::uint64_t buckets) : table_(buckets) {
        for (auto& pair : killers_) std::fill(std::begin(pair), std::end(pair), NO_MARK);
        for (auto& side : answers_) std::fill(std::begin(side), std::end(side), NO_MARK);
    }

    std::array<int, SETTINGS> settings{};
    long nodes = 0, most_nodes = std::numeric_limits<long>::max();
    std::atomic<bool> stop{false};

    double child_value(const Board& s, int place, int depth, double alpha, double beta) {
        Bits left = s.landings();
        for (int i = 0; i < place; ++i) left &= left - 1;
        const int a = connect4::lowest_bit(left) / connect4::STRIDE;
        return search(s.result(a), 1, depth - 1, alpha, beta, a);
    }

   private:
    struct Ranked {
        int action, place;
        double rank, tie;
    };

    double search(Board s, int ply, int depth, double alpha, double beta, int before) {
        if (stop.load(std::memory_order_relaxed) || nodes >= most_nodes) {
            stopped_ = true;
            return 0.0;
        }
        ++nodes;
        guessed_ = false;
        if (s.is_terminal()) {
            deepest_ = std::max(deepest_, ply);
            return worth(s.utility(), ply);
        }

        const bool is_open = beta > above(alpha);
        const bool to_the_end = depth >= PLIES_UNKNOWN && deepest_ > 0;
        const int height = to_the_end ? deepest_ - ply : depth;
        const bool is_long = to_the_end && deepest_ >= LONG;
        if (ply <= SYMMETRIC && height >= TALL && !is_open) s = s.canonical();
        if (depth <= 0) {
            guessed_ = true;
            return s.evaluate();
        }

        // What can still come about.
        double low = -INF, high = INF;
        if (settings[USE_VALUE_BOUNDS]) {
            const auto [least, greatest] = s.value_bounds();
            low = worth(least, least < 0 ? ply + 1 : FAR);
            high = worth(greatest, greatest > 0 ? ply + 1 : FAR);
            if (low >= beta || (low == high && !is_open)) return low;
            if (high <= alpha) return high;
        }

        // What the table knows.
        const Bits key = s.key();
        Bucket& bucket = table_.of(hash_of(key));
        const bool use_table = settings[USE_TABLE] && height >= (is_long ? END_KEEPING : WORTH_KEEPING);
        int best_place = NO_PLACE;
        if (const std::int64_t data = use_table ? bucket.look_up(key) : 0) {
            best_place = place_in(data);
            if (depth_in(data) >= std::min(depth, COMPLETE) && !is_open) {
                const double held = farther(value_in(data), ply);
                const int bound = bound_in(data);
                if (bound == EXACT || (bound == LOWER && held >= beta) || (bound == UPPER && held <= alpha)) {
                    guessed_ = depth_in(data) != COMPLETE;
                    return held;
                }
            }
        }

        // The actions, best guess first.
        const int mover = s.player();
        const bool use_order = settings[USE_ORDER] && height >= (is_long ? END_ORDERING : WORTH_ORDERING);
        const int answer = answers_[mover][before];
        Ranked actions[connect4::WIDTH];
        int count = 0;
        for (Bits left = s.sensible(); left; left &= left - 1, ++count) {
            const int a = connect4::lowest_bit(left) / connect4::STRIDE;
            const double rank = count == best_place ? INF : use_order ? s.order(a) : 0.0;
            double tie = history_[mover][a];
            if (a == answer) tie += MOST_CREDIT;
            if (a == killers_[ply][0] || a == killers_[ply][1]) tie += 2 * MOST_CREDIT;
            int i = count;
            for (; i > 0; --i) {
                const Ranked& other = actions[i - 1];
                if (!(other.rank < rank || (other.rank == rank && other.tie < tie))) break;
                actions[i] = other;
            }
            actions[i] = {a, count, rank, tie};
        }

        const int deeper = count == 1 && ply < settings[EXTEND_UNTIL] ? depth : depth - 1;
        const double sign = mover == 0 ? 1.0 : -1.0;
        double floor = mover == 0 ? alpha : -beta;
        double ceiling = mover == 0 ? beta : -alpha;
        if (!is_open) {  // on the line limits would close the window, and cut it short
            floor = std::max(floor, mover == 0 ? low : -high);
            ceiling = std::min(ceiling, mover == 0 ? high : -low);
        }

        // One of them may lead to what limits or the table show to be good enough.
        if (use_table && height > WORTH_LOOKING && !is_open) {
            Bits keys[connect4::WIDTH];
            Bucket* buckets[connect4::WIDTH];
            for (int i = 0; i < count; ++i) {
                Board t = s.result(actions[i].action);
                if (ply + 1 <= SYMMETRIC && height - 1 >= TALL) t = t.canonical();
                keys[i] = t.key();
                buckets[i] = &table_.of(hash_of(keys[i]));
                __builtin_prefetch(buckets[i]);
                if (settings[USE_VALUE_BOUNDS] && !t.is_terminal()) {
                    const auto [least, greatest] = t.value_bounds();
                    const int sure = mover == 0 ? least : greatest;
                    const bool favours = mover == 0 ? sure > 0 : sure < 0;
                    const double held = sign * worth(sure, favours ? FAR : ply + 2);
                    if (held >= ceiling) return std::min(std::max(sign * held, low), high);
                }
            }
            for (int i = 0; i < count; ++i) {
                const std::int64_t data = buckets[i]->look_up(keys[i]);
                if (data == 0 || depth_in(data) < std::min(deeper, COMPLETE)) continue;
                const double held = sign * farther(value_in(data), ply + 1);
                const int bound = bound_in(data);
                if (held >= ceiling && (bound == EXACT || bound == (mover == 0 ? LOWER : UPPER))) {
                    guessed_ = depth_in(data) != COMPLETE;
                    return std::min(std::max(sign * held, low), high);
                }
            }
        }

        // The search of each.
        double best = -INF;
        best_place = NO_PLACE;
        bool guessed = false;
        for (int i = 0; i < count; ++i) {
            const int a = actions[i].action;
            const Board t = s.result(a);
            if (use_table) __builtin_prefetch(&table_.of(hash_of(t.key())));
            int less = settings[USE_REDUCTIONS] && depth >= 3 && i >= 3;
            double roof = i == 0 ? ceiling : above(floor);
            double v;
            for (;;) {
                v = sign * search(t, ply + 1, deeper - less, mover == 0 ? floor : -roof, mover == 0 ? roof : -floor, a);
                if (stopped_) return 0.0;
                if (v > floor && less)
                    less = 0;
                else if (floor < v && v < ceiling && roof < ceiling)
                    roof = ceiling;
                else
                    break;
            }
            if (v > best) best = v, best_place = actions[i].place;
            if (v >= ceiling) {
                guessed = guessed_;
                give_credit(mover, ply, a, before, depth);
                break;
            }
            guessed |= guessed_;
            floor = std::max(floor, v);
        }

        // What is kept of it.
        const double v = std::min(std::max(sign * best, low), high);
        const int bound = v >= beta ? LOWER : v <= alpha ? UPPER : EXACT;
        int keeps = bound;
        if (bound == EXACT && guessed && !(-EDGE < v && v < EDGE)) keeps = v > 0 ? LOWER : UPPER;
        const bool complete = !guessed || (keeps == LOWER && v > EDGE) || (keeps == UPPER && v < -EDGE);
        if (use_table) {
            const int reached = complete ? COMPLETE : std::min(depth, COMPLETE - 1);
            bucket.keep(key, pack(farther(v, -ply), keeps, reached, best_place, settings[AGE]));
        }
        guessed_ = (bound != keeps || !complete) && guessed;
        return v;
    }

    void give_credit(int mover, int ply, int a, int before, int depth) {
        if (killers_[ply][0] != a) {
            killers_[ply][1] = killers_[ply][0];
            killers_[ply][0] = a;
        }
        answers_[mover][before] = a;
        const double bonus = std::min(depth, 32) * std::min(depth, 32);
        history_[mover][a] += bonus - history_[mover][a] * bonus / MOST_CREDIT;
    }

    Table table_;
    bool guessed_ = false, stopped_ = false;
    int deepest_ = 0;
    int killers_[MOST_PLIES][2], answers_[2][connect4::WIDTH];
    double history_[2][connect4::WIDTH] = {};
};

// ---- what was asked

struct Call {
    bool is_new = false;
    std::uint64_t buckets = 0;
    Board state;
    int place = 0, depth = 0;
    double alpha = 0, beta = 0;
    std::array<int, SETTINGS> settings{};
};

double read_number(std::istream& in) {
    std::string word;
    in >> word;
    return std::stod(word);
}

std::vector<Call> read_calls(std::istream& in) {
    std::vector<Call> calls;
    for (std::string line, kind; std::getline(in, line);) {
        std::istringstream words(line);
        Call call;
        words >> kind;
        call.is_new = kind == "new";
        if (call.is_new) {
            words >> call.buckets;
        } else {
            words >> call.state.mine >> call.state.taken >> call.place >> call.depth;
            call.alpha = read_number(words);
            call.beta = read_number(words);
            for (int& setting : call.settings) words >> setting;
        }
        std::string more;
        if (!words || words >> more) throw std::runtime_error("the kernel has other settings: " + line);
        calls.push_back(call);
    }
    return calls;
}

int main() {
    struct Answer {
        long nodes;
        double value;
    };
    const std::vector<Call> calls = read_calls(std::cin);
    std::vector<Answer> answers;
    std::unique_ptr<Kernel> kernel;
    std::vector<std::clock_t> spent;
    for (const Call& call : calls) {
        if (call.is_new) {
            kernel.reset();
            kernel = std::make_unique<Kernel>(call.buckets);
            spent.push_back(0);
            continue;
        }
        kernel->settings = call.settings;
        const long before = kernel->nodes;
        const std::clock_t began = std::clock();
        const double value = kernel->child_value(call.state, call.place, call.depth, call.alpha, call.beta);
        spent.back() += std::clock() - began;
        answers.push_back({kernel->nodes - before, value});
    }
    for (const std::clock_t clocks : spent) std::printf("%.9f ", double(clocks) / CLOCKS_PER_SEC);
    std::printf("\n");
    for (const Answer& answer : answers) std::printf("%ld %a\n", answer.nodes, answer.value);
}
