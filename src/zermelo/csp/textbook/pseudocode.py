"""The pseudocode that the algorithms follow. Steps of a log refer to its lines, counted from 0."""

from __future__ import annotations

BACKTRACKING = """\
BACKTRACK(assignment)
  if assignment is complete: it is a solution
  X ← SELECT-VARIABLE(assignment)
  for each v in ORDER-VALUES(X, assignment)
    if X = v is consistent with assignment
      add X = v to assignment
      INFER(X); if no domain is empty
        BACKTRACK(assignment)
      remove X = v and what INFER removed""".splitlines()

SOLUTION, SELECT, ORDER, _, ASSIGN, INFER, _, UNDO = range(1, 9)

FORWARD_CHECKING = """\
INFER(X): forward checking
  for each constraint c on X and each unassigned Y of c
    remove from D(Y) what is inconsistent with assignment""".splitlines()

AC3 = """\
AC-3(queue of arcs)
  while queue is not empty
    (Y, c) ← REMOVE-FIRST(queue)
    for each v in D(Y)
      if no values of the others in c support Y = v
        remove v from D(Y)
    if D(Y) is empty: return failure
    if D(Y) has changed
      add to queue each (Z, c') with c' on Y, c' ≠ c""".splitlines()

POP, UNSUPPORTED, REMOVE, EMPTY = 2, 4, 5, 6

TREE = """\
TREE-CSP(tree-structured problem)
  order X1 ... Xn so that each parent comes before its children
  for j = n down to 2
    remove from D(PARENT(Xj)) what has no support in D(Xj)
    if D(PARENT(Xj)) is empty: there is no solution
  for i = 1 to n
    assign Xi a value consistent with PARENT(Xi)""".splitlines()

TREE_ORDER, TREE_BACKWARD, TREE_REMOVE, TREE_EMPTY, TREE_FORWARD, TREE_ASSIGN = range(1, 7)

CUTSET = """\
CUTSET-CONDITIONING
  S ← a set of variables without which the graph is a forest
  for each consistent assignment of S
    remove from the other domains what is inconsistent with it
    TREE-CSP(the rest)""".splitlines()

CUT_CHOOSE, CUT_ASSIGN, CUT_REMOVE = range(1, 4)

COMPONENTS = """\
COMPONENTS
  find the connected components of the constraint graph
  for each component
    solve it by itself
  a solution of each, put together, is a solution""".splitlines()

PART_FIND, PART_EACH = range(1, 3)

MIN_CONFLICTS = """\
MIN-CONFLICTS(most moves)
  assign a random value to each variable
  repeat
    if no constraint is violated: it is a solution
    X ← a random variable of a violated constraint
    assign X the value that violates the fewest constraints
    after most moves: begin again""".splitlines()

LOCAL_RANDOM, _, LOCAL_DONE, LOCAL_PICK, LOCAL_MOVE, LOCAL_RESTART = range(1, 7)
