// OpenSpiel's own alpha-beta in C++, on its own connect four: it is in the library that Python loads, though Python is
// not shown it. Gives the value, and through `leaves` how many states were evaluated.
#include "open_spiel/algorithms/minimax.h"
#include "open_spiel/spiel.h"

extern "C" double alpha_beta(const int* actions, int count, int depth, long* leaves) {
    const auto game = open_spiel::LoadGame("connect_four");
    const auto state = game->NewInitialState();
    for (int i = 0; i < count; ++i) state->ApplyAction(actions[i]);
    *leaves = 0;
    const auto value = [leaves](const open_spiel::State&) {
        ++*leaves;
        return 0.0;
    };
    // Its connect four takes no move back, so states are copied, as they are in Python.
    return open_spiel::algorithms::AlphaBetaSearch(*game, state.get(), value, depth, open_spiel::kInvalidPlayer, false)
        .first;
}
