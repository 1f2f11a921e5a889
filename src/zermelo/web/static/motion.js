// A move is seen to happen: the pieces of a picture go from where they were to where they are.
//
// A picture's shapes name the piece that they are part of: data-piece="white@b3" is a piece called white that stands on
// b3, data-piece="pacman" the only one of its name. A piece that is in both pictures stays or moves. Of those that are in
// one only, pieces of the same name are taken for the same, so that all ways together are short. What is left comes and
// goes: a piece with data-from="x y" comes in from there, one with data-turn="360" turns on its way.

const TIME = 280;
const SWAPPED = 60; // with more pieces of a name than this nobody could follow

/** Where the pieces of a picture are, and what they are made of. It has to be on the page. */
export function piecesOf(drawn) {
  const toPicture = drawn?.getScreenCTM?.()?.inverse();
  const pieces = new Map();
  for (const shape of toPicture ? drawn.querySelectorAll("[data-piece]") : []) {
    const name = shape.dataset.piece;
    pieces.set(name, [...(pieces.get(name) ?? []), shape]);
  }
  return new Map([...pieces].map(([name, shapes]) => [name, { name, shapes, ...middle(shapes, toPicture) }]));
}

function middle(shapes, toPicture) {
  const boxes = shapes.map((shape) => shape.getBoundingClientRect());
  const x = (Math.min(...boxes.map((b) => b.left)) + Math.max(...boxes.map((b) => b.right))) / 2;
  const y = (Math.min(...boxes.map((b) => b.top)) + Math.max(...boxes.map((b) => b.bottom))) / 2;
  const at = new DOMPoint(x, y).matrixTransform(toPicture);
  return { x: at.x, y: at.y };
}

/** Moves the pieces of a picture from where they were before, if that is known. Gives what ends it at once. */
export function move(before, drawn) {
  if (!before || matchMedia("(prefers-reduced-motion: reduce)").matches) return () => {};
  const after = piecesOf(drawn);
  const running = [];
  const leaving = [];
  const { moved, came, gone } = changes(before, after);
  for (const [from, to] of moved) running.push(...slide(to, from, {}));
  for (const piece of came) running.push(...comeIn(piece));
  for (const piece of gone) {
    const shapes = piece.shapes.filter((shape) => shape.parentNode.localName === "svg"); // others stand elsewhere here
    for (const shape of shapes) leave(shape, drawn);
    leaving.push(...shapes);
    running.push(...animate({ ...piece, shapes }, [{}, { opacity: 0, scale: 0.4 }]));
  }
  const tidy = () => leaving.forEach((shape) => shape.remove());
  Promise.allSettled(running.map((each) => each.finished)).then(tidy);
  return () => {
    for (const each of running) each.cancel();
    tidy();
  };
}

/** Which pieces have moved, and from where; which are new, and which are no more. */
function changes(before, after) {
  const moved = [...after.values()].filter(({ name }) => before.has(name)).map((to) => [before.get(to.name), to]);
  const gone = byKind([...before.values()].filter(({ name }) => !after.has(name)));
  const came = byKind([...after.values()].filter(({ name }) => !before.has(name)));
  const found = { moved, came: [], gone: [] };
  for (const kind of new Set([...gone.keys(), ...came.keys()])) {
    for (const [from, to] of pairs(gone.get(kind) ?? [], came.get(kind) ?? [])) {
      if (from && to) moved.push([from, to]);
      else if (to) found.came.push(to);
      else found.gone.push(from);
    }
  }
  found.moved = moved.filter(([from, to]) => distance(from, to) > 0.5);
  return found;
}

function byKind(pieces) {
  const kinds = new Map();
  for (const piece of pieces) {
    const [kind] = piece.name.split("@");
    kinds.set(kind, [...(kinds.get(kind) ?? []), piece]);
  }
  return kinds;
}

/** Pairs what has gone with what has come: two pairs change partners as long as that makes their ways shorter. */
function pairs(gone, came) {
  const count = Math.max(gone.length, came.length);
  const found = Array.from({ length: count }, (_, i) => [gone[i], came[i]]);
  if (count > SWAPPED) return found.flatMap(([from, to]) => [[from], [undefined, to]]).filter(([from, to]) => from || to);
  for (let changed = true; changed; ) {
    changed = false;
    for (let i = 0; i < count; i++) {
      for (let j = i + 1; j < count; j++) {
        const [one, two] = [found[i], found[j]];
        if (distance(one[0], two[1]) + distance(two[0], one[1]) + 0.01 < distance(...one) + distance(...two)) {
          [one[1], two[1]] = [two[1], one[1]];
          changed = true;
        }
      }
    }
  }
  return found.filter(([from, to]) => from || to);
}

/** How far it is; nothing to where nobody is. */
function distance(from, to) {
  return from && to ? Math.hypot(from.x - to.x, from.y - to.y) : 0;
}

/** Puts a shape of the picture before into this one for a last time: nobody can click it or take it for a piece. */
function leave(shape, drawn) {
  shape.removeAttribute("data-piece");
  shape.setAttribute("pointer-events", "none");
  drawn.append(shape);
}

function slide(piece, from, more) {
  return animate(piece, [{ translate: `${from.x - piece.x}px ${from.y - piece.y}px`, ...more }, {}]);
}

function comeIn(piece) {
  const { from, turn } = piece.shapes[0].dataset;
  const [x, y] = (from ?? "").split(" ").map(Number);
  if (y === undefined) return animate(piece, [{ opacity: 0, scale: 0.4 }, {}]);
  return slide(piece, { x, y }, turn ? { rotate: `${Number(turn)}deg` } : {});
}

/** Animates all shapes of a piece as one. What a keyframe leaves out is what the shape has by itself. */
function animate({ shapes, x, y }, keyframes) {
  const frames = keyframes.map((frame) => ({ ...frame, transformOrigin: `${x}px ${y}px` }));
  return shapes.map((shape) => {
    const turned = shape.hasAttribute("transform"); // it has its own origin
    return shape.animate(turned ? keyframes.map(withoutTurns) : frames, { duration: TIME, easing: "ease-in-out", fill: "backwards" });
  });
}

function withoutTurns({ scale, rotate, ...rest }) {
  return rest;
}
