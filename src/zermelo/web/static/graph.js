// The value over the game as a graph; a click on it goes to the move.
//
// It is redrawn during the analysis, perhaps between the press of the mouse button and its release, and then there is no
// click event: therefore the container listens for the release.

import { el, shape } from "./dom.js";

const WIDTH = 360;
const HEIGHT = 96;
const EDGE = 8;
const NAMES = 18; // the height of the players' names, above and below the line

/** Goes to the move that was clicked on the graph in the holder; `moves` returns all moves of the graph, the start first. */
export function followClicks(holder, moves, go) {
  holder.addEventListener("pointerup", ({ clientX, clientY }) => {
    const box = holder.querySelector(".graph")?.getBoundingClientRect();
    if (!box || clientY < box.top || clientY > box.bottom) return;
    const at = (((clientX - box.left) / box.width) * WIDTH - EDGE) / (WIDTH - 2 * EDGE);
    const last = moves().length - 1;
    go(moves()[Math.max(0, Math.min(last, Math.round(at * last)))]);
  });
}

/** The graph of a line of moves between two players, by name; `worth` returns the value after each move. */
export function graph(root, line, current, [first, second], worth = worthOf) {
  const moves = [root, ...line];
  const x = (i) => EDGE + (moves.length > 1 ? (i / (moves.length - 1)) * (WIDTH - 2 * EDGE) : 0);
  const y = (gauge) => NAMES + (1 - gauge) * (HEIGHT - 2 * NAMES);
  const known = moves.map((move, i) => ({ move, i, is: worth(move) })).filter(({ is }) => is && is.gauge !== null);
  const drawn = shape(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "graph", role: "img", "aria-label": inWords(known) },
    shape("line", { class: "middle", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
    shape("text", { class: "end", x: 2, y: 12 }, first),
    shape("text", { class: "end", x: 2, y: HEIGHT - 4 }, second),
    shape("polyline", { points: known.map(({ i, is }) => `${x(i)},${y(is.gauge)}`).join(" ") }),
    ...known.map(({ move, i, is }) => dot(move, is, x(i), y(is.gauge))),
    shape("line", { class: "here", x1: x(moves.indexOf(current)), x2: x(moves.indexOf(current)), y1: 0, y2: HEIGHT }),
  );
  return known.length ? drawn : el("p", { class: "note" }, "The value of each position you look at is drawn here.");
}

/** The value of the position after a move: the proved one, or otherwise the latest. */
function worthOf(move) {
  const known = [move.known, move.analysis, move.judgement?.after, move.after[0]?.judgement?.before].filter(Boolean);
  return known.find(({ proved }) => proved) ?? known[0] ?? null;
}

function dot(move, is, x, y) {
  const title = shape("title", {}, `${move.name || "the beginning"}: ${is.words[0]}`);
  if (move.judgement?.mark) return shape("path", { class: "mistake", d: `M${x} ${y - 5}l5 9h-10z` }, title);
  return shape("circle", { cx: x, cy: y, r: 2.6 }, title);
}

function inWords(known) {
  const parts = known.map(({ move, i, is }) => `${i}${move.name ? ` ${move.name}` : ""}: ${is.words[0]}`);
  return `The value over the game. ${parts.join("; ")}`;
}
