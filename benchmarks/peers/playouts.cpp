// Random plays of a game of OpenSpiel, all in C++: the library that Python loads has the game, this only plays it.
// Gives the sum of the first player's returns, and through `plies` how many actions were taken, those of chance too.
#include <random>

#include "open_spiel/spiel.h"

extern "C" double random_plays(const char* name, int plays, int seed, long* plies) {
    const auto game = open_spiel::LoadGame(name);
    std::mt19937 random(seed);
    double total = 0;
    *plies = 0;
    for (int i = 0; i < plays; ++i) {
        const auto state = game->NewInitialState();
        for (; !state->IsTerminal(); ++*plies) {
            if (state->IsChanceNode()) {
                const double drawn = std::uniform_real_distribution<double>(0, 1)(random);
                state->ApplyAction(open_spiel::SampleAction(state->ChanceOutcomes(), drawn).first);
            } else {
                const auto actions = state->LegalActions();
                state->ApplyAction(actions[std::uniform_int_distribution<size_t>(0, actions.size() - 1)(random)]);
            }
        }
        total += state->PlayerReturn(0);
    }
    return total;
}
