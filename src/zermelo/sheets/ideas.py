"""Multiple-choice questions on the ideas of adversarial search. Every wrong answer has the reason why it is wrong.

The order of the list is part of what a seed means: add new questions at the end.
"""

from __future__ import annotations

from typing import NamedTuple

from zermelo.sheets.task import Option


class Question(NamedTuple):
    """A question, why its right answer is right, and three wrong answers with their reasons."""

    topic: str
    text: str
    right: Option
    wrong: tuple[Option, Option, Option]


def _ask(topic: str, text: str, right: tuple[str, str], *wrong: tuple[str, str]) -> Question:
    first, second, third = (Option(*pair) for pair in wrong)
    return Question(topic, text, Option(*right, is_right=True), (first, second, third))


QUESTIONS = (
    _ask(
        "kinds of games",
        "Which kind of game is backgammon?",
        ("stochastic, with perfect information", "Dice decide which moves are possible, and nothing is hidden."),
        ("deterministic, with perfect information", "The dice are an event of chance between two turns."),
        ("stochastic, with imperfect information", "Nothing is hidden: both players see the board and the dice."),
        (
            "deterministic, with imperfect information",
            "Chance moves, and nothing is hidden.",
        ),
    ),
    _ask(
        "kinds of games",
        "Which kind of game is battleships, once the ships have been placed?",
        (
            "deterministic, with imperfect information",
            "Every shot has one result, but the players do not see each other's ships.",
        ),
        ("stochastic, with imperfect information", "No dice are thrown: a shot at a cell always has the same result."),
        ("deterministic, with perfect information", "A player does not see where the other's ships are."),
        ("stochastic, with perfect information", "It has no chance moves, and it hides the other's ships."),
    ),
    _ask(
        "kinds of games",
        "Which of these games is stochastic and has imperfect information?",
        ("bridge", "The cards are dealt at random, and a player does not see the other hands."),
        ("chess", "Chess has neither chance nor anything hidden."),
        ("backgammon", "Backgammon has dice, but both players see everything."),
        ("blind tic-tac-toe", "It hides the other's moves, but has no chance."),
    ),
    _ask(
        "kinds of games",
        "What does zero-sum mean?",
        (
            "What one player gains, the other loses: the utilities always add up to 0.",
            "So one number describes both utilities, and MIN may minimise the utility of MAX.",
        ),
        ("The game ends in a draw with best play.", "That is a value of 0; a zero-sum game may well be won."),
        ("Both players start with 0 points.", "It is about the utilities at the end, not about scores at the start."),
        ("No outcome is good for both players or bad for both, but the sum may vary.", "The sum has to be the same."),
    ),
    _ask(
        "minimax",
        "A MIN node has children with the values 2, −4 and 3. What is its value?",
        ("−4", "MIN takes the least value, which is worst for MAX."),
        ("3", "That is the greatest value, which MAX would take."),
        ("1/3", "That is the mean; only a chance node takes a mean."),
        ("2", "That is the first child, not the least one."),
    ),
    _ask(
        "minimax",
        "MIN plays badly. What does MAX get by playing its minimax actions?",
        (
            "at least the minimax value",
            "Each bad action of MIN leads to a node whose value is at least that of its best action.",
        ),
        ("exactly the minimax value", "That is certain only if MIN plays well; a mistake may give MAX more."),
        ("the most that can be had from this opponent", "Another strategy may use the mistakes better."),
        ("possibly less than the minimax value", "A worse action for MIN cannot lead to less for MAX."),
    ),
    _ask(
        "minimax",
        "How much time and space does minimax by depth-first search take, with b actions and depth m?",
        ("O(b^m) time and O(bm) space", "It reads the whole tree, but stores only one path with its siblings."),
        ("O(b^m) time and O(b^m) space", "The space is that of breadth-first search."),
        ("O(bm) time and O(b^m) space", "Time and space are the wrong way round."),
        ("O(b^(m/2)) time and O(bm) space", "That time is what alpha-beta reaches with perfect order."),
    ),
    _ask(
        "minimax",
        "Does the first player always win if both play by minimax?",
        ("No: the value of the game decides, which may be a draw or a loss.", "Tic-tac-toe is a draw, for example."),
        ("Yes: minimax is optimal.", "Optimal means the best that is possible, which may be a loss."),
        ("Yes, if the tree is finite.", "A finite tree has a value, but it may be a loss for the first player."),
        ("Only if the opponent errs.", "In the game of 21 the first player wins against every opponent."),
    ),
    _ask(
        "alpha-beta",
        "How does the value of the root by alpha-beta compare with that by minimax?",
        ("They are always equal.", "Only branches that cannot change the value of the root are left out."),
        ("Alpha-beta gives a bound.", "Inner nodes may be bounds, but the root is searched with the full window."),
        (
            "They are equal only with the best order of actions.",
            "The order changes only the number of nodes.",
        ),
        ("Alpha-beta may miss the best action.", "It leaves out only what cannot be better."),
    ),
    _ask(
        "alpha-beta",
        "At a MIN node alpha is 3, and its first child has the value 2. What does alpha-beta do?",
        (
            "It leaves the other children of this node unread.",
            "The node is worth at most 2 to MAX, who already has 3 elsewhere.",
        ),
        ("It reads on, since a later child may be worth more.", "MIN would not take it: the node is at most 2."),
        ("It raises alpha to 2.", "At a MIN node only beta changes, and alpha is never lowered."),
        ("It leaves this node's siblings unread.", "The siblings may still be worth more than 3 to MAX."),
    ),
    _ask(
        "alpha-beta",
        "With which order of actions does alpha-beta read the fewest nodes?",
        (
            "the best action of each node first",
            "Then every window is as narrow as possible: about b^(m/2) leaves are read.",
        ),
        ("the worst action of each node first", "Then nothing is cut: it is as slow as minimax."),
        ("the order makes no difference", "It makes none for the value, but a large one for the number of nodes."),
        ("a random order", "That is better than the worst order, but worse than the best."),
    ),
    _ask(
        "alpha-beta",
        "A child of the root was cut off, and returned 10, as did the child before it. Which action may be played?",
        (
            "only the first: the 10 of the cut child is a bound, and its true value may be less",
            "A cut at a MIN node proves only that its value is at most 10.",
        ),
        ("either: both are worth 10", "The second is worth at most 10; it may be worth 0."),
        ("the second: a cut shows that it is good", "It is a cut because the child cannot be better for MAX."),
        ("neither: the search has to be repeated", "The first child was searched exactly."),
    ),
    _ask(
        "evaluation",
        "What must an evaluation function do at terminal states?",
        ("order them as the utility does", "Otherwise a search might prefer a loss to a win."),
        ("be 0", "Then it could not tell a win from a loss."),
        ("be larger than everywhere else", "A loss has to be less than everything else."),
        ("nothing in particular", "A search compares terminal states with others by these numbers."),
    ),
    _ask(
        "evaluation",
        "What is the horizon effect?",
        (
            "A bad move looks good, because its consequences lie beyond the depth of the search.",
            "Delaying moves push the consequences further beyond the horizon.",
        ),
        ("The search takes too long near the end of the game.", "It is about what is not seen, not about time."),
        ("Positions far from the start are evaluated better.", "The horizon is the depth limit, not the game's end."),
        ("Alpha-beta cuts off a good move.", "Alpha-beta cuts nothing that matters; a depth limit does."),
    ),
    _ask(
        "evaluation",
        "What is a quiescent state?",
        (
            "one whose value is not about to change sharply",
            "There an evaluation can be trusted; in the middle of an exchange it cannot.",
        ),
        ("one in which the player to move has no action", "That state is terminal, or a pass."),
        ("one in which the value is 0", "A quiescent state may well be won or lost."),
        ("one that has occurred before", "That is a repetition; tables of positions are for that."),
    ),
    _ask(
        "real time",
        "Why does iterative deepening not waste much time?",
        (
            "Most nodes are on the last level, so all earlier searches together cost little.",
            "And they leave a good order of actions for the next one.",
        ),
        ("It stores the whole tree between the searches.", "It needs no more memory than one depth-first search."),
        ("It skips the levels that it has read before.", "It reads them again; they are few."),
        ("It reads only the best action of each node.", "It reads all that alpha-beta does not cut."),
    ),
    _ask(
        "transposition tables",
        "What is a transposition table for?",
        (
            "A state that is reached by another order of moves need not be searched again.",
            "Its value, or a bound on it, is looked up.",
        ),
        ("It stores good first moves.", "That is an opening book."),
        ("It has the exact value of every endgame.", "That is an endgame database, which is computed beforehand."),
        ("It mirrors the board to find symmetric states.", "Symmetry is used for its keys, but is not its purpose."),
    ),
    _ask(
        "chance",
        "a1 gives 10 for certain; a2 gives 9 with probability 0.3 and 100 with probability 0.7. What is played?",
        ("a2 by expectiminimax; a1 if MIN chooses in place of chance", "0.3 · 9 + 0.7 · 100 = 72.7; MIN would take 9."),
        ("a1 in both cases", "The expected utility of a2 is 72.7, which is more than 10."),
        ("a2 in both cases", "If MIN chooses, a2 is worth only 9."),
        ("a1 by expectiminimax; a2 if MIN chooses in place of chance", "It is the other way round."),
    ),
    _ask(
        "chance",
        "One move has three outcomes: +10 with probability 0.1, −5 with 0.5, +1 with 0.4. What is it worth?",
        ("−1.1", "0.1 · 10 − 0.5 · 5 + 0.4 · 1 = 1 − 2.5 + 0.4."),
        ("2", "That is the mean of the outcomes without their probabilities."),
        ("−5", "That is the worst outcome, and also the most likely one; chance is not an opponent."),
        ("10", "That is the best outcome, but nobody can choose it."),
    ),
    _ask(
        "imperfect information",
        "Averaging over deals values each action by its minimax value in each deal. Where does this go wrong?",
        (
            "where a later decision would depend on a card that is not seen",
            "In each deal the search assumes that all cards are known later.",
        ),
        ("where there are many deals", "Then a sample of the deals is used; 100 were enough for good bridge."),
        ("where all deals are equally likely", "That is the simplest case, and no problem."),
        ("nowhere: the average is exact", "It supposes that later decisions know the deal; they do not."),
    ),
    _ask(
        "imperfect opponents",
        "An opponent plays its best action with probability L, else another one. Who gains most against it?",
        (
            "expectimax with the right L",
            "It maximises the expected utility against this opponent; minimax plays for the worst case.",
        ),
        ("minimax, always", "Minimax is safe, but leaves points on the table if the opponent errs."),
        ("expectimax with L = 1, always", "With L = 1 it is minimax."),
        ("alpha-beta, since it looks deeper", "It gives the same value as minimax, for the worst case."),
    ),
    _ask(
        "Monte Carlo tree search",
        "In Q(n')/N(n') + c·√(2·ln N(n)/N(n')), what are the two terms for?",
        (
            "The first exploits what was found to be good, the second explores what was rarely tried.",
            "The second term falls with the number of visits of a child.",
        ),
        ("The first explores, the second exploits.", "The first is the mean result so far: that is exploitation."),
        ("Both estimate the value; the second corrects the error.", "The second says how uncertain the mean is."),
        ("The second is a heuristic evaluation of the state.", "It depends on the numbers of visits alone."),
    ),
    _ask(
        "loops",
        "In Leapfrog play may repeat forever, which is written as “?”. To what does a player prefer “?”?",
        ("to a loss, but not to a win", "A player who can win does; one who would lose keeps the loop going."),
        ("to everything else", "A player who can win has no reason to go on forever."),
        ("to nothing", "It is better than losing."),
        ("to a win, but not to a loss", "It is the other way round."),
    ),
    _ask(
        "constraint satisfaction",
        "80 boolean variables fall into four independent parts of 20. How many assignments have to be looked at?",
        ("at most 4 · 2^20", "Each part is solved by itself; the solutions are put together."),
        ("2^80", "That ignores that the parts are independent."),
        ("2^20", "That is only one of the four parts."),
        ("(2^20)^4", "That is 2^80: parts that are solved by themselves are added, not multiplied."),
    ),
)
