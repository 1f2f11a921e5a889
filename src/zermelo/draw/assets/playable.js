/* A small game to be played in a page: all positions that can be reached are in the data.

   mountGame(element, data): data.positions[i] has picture, turn, over, human, and moves: [name, next, probability]. */

const PAUSE = 500;

function mountGame(element, data) {
  const board = document.createElement("div");
  board.className = "board";
  const turn = document.createElement("p");
  turn.setAttribute("role", "status");
  const buttons = document.createElement("div");
  const said = document.createElement("p");
  element.replaceChildren(board, turn, buttons, said);
  let played = [];

  function button(text, press) {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = text;
    made.addEventListener("click", press);
    return made;
  }

  function show(at) {
    const { picture, turn: words, over, human, moves } = data.positions[at];
    const drawn = new DOMParser().parseFromString(picture, "image/svg+xml").documentElement;
    board.replaceChildren(document.importNode(drawn, true));
    turn.textContent = words;
    said.textContent = played.join(" · ");
    const play = ([name, next]) => {
      played.push(name);
      show(next);
    };
    const again = button("New game", () => {
      played = [];
      show(0);
    });
    buttons.replaceChildren(...(human ? moves.map((move) => button(move[0], () => play(move))) : []), again);
    if (human) makeClickable(moves, play);
    else if (!over) setTimeout(() => play(drawFrom(moves)), PAUSE);
  }

  /* A cell plays the action of its name, or the only action that names it. */
  function makeClickable(moves, play) {
    for (const shape of board.querySelectorAll("[data-cell]")) {
      const cell = shape.dataset.cell;
      const named = moves.filter(([name]) => name === cell);
      const meant = named.length ? named : moves.filter(([name]) => name.split(/\W+/).includes(cell));
      if (meant.length === 1) shape.addEventListener("click", () => play(meant[0]));
    }
  }

  function drawFrom(moves) {
    let left = Math.random();
    return moves.find(([, , probability]) => (left -= probability) < 0) ?? moves.at(-1);
  }

  show(0);
}
