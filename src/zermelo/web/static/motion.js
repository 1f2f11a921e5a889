// Animates a move: the pieces of a picture move from their old positions to the new ones.
//
// The shapes of a picture name their piece: data-piece="white@b3" is a piece called white on b3, data-piece="pacman" the
// only piece of that name. A piece that is in both pictures stays or moves. Pieces that are in only one of them are
// matched by name, so that the total distance is short. The rest appears or disappears: a piece with data-from="x y"
// comes in from there, one with data-turn="360" turns on its way.

const TIME = 280;
const SWAPPED = 60; // with more pieces of one name, the motion could not be followed

/** The positions of the pieces of a picture, and their shapes. The picture must be in the document. */
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

/** Animates the pieces of a picture from their previous positions, if known. Returns a function that ends it at once. */
export function move(before, drawn) {
  if (!before || matchMedia("(prefers-reduced-motion: reduce)").matches) return () => {};
  const after = piecesOf(drawn);
  const running = [];
  const leaving = [];
  const { moved, came, gone } = changes(before, after);
  for (const [from, to] of moved) running.push(...slide(to, from, {}));
  for (const piece of came) running.push(...comeIn(piece));
  for (const piece of gone) {
    const shapes = piece.shapes.filter((shape) => shape.parentNode.localName === "svg"); // others have their own coordinate system
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

/** Which pieces moved, and from where; which are new, and which are gone. */
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

/** Pairs pieces that are gone with new ones: two pairs swap partners as long as that shortens their total distance. */
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

/** The distance of a pair; 0 if it has no partner. */
function distance(from, to) {
  return from && to ? Math.hypot(from.x - to.x, from.y - to.y) : 0;
}

/** Adds a shape of the previous picture to this one for the animation: it cannot be clicked and is not a piece. */
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

/** Animates all shapes of a piece as one. Properties that a keyframe omits are those of the shape itself. */
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
