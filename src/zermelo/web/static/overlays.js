// What the page draws on a picture: the values of actions, arrows, the last move.

import { shape } from "./dom.js";

const BADGES = 30; // with more actions, only the best ones have a badge
const BEST = 8;
const ARROWS = 3;
const LEAST_OWNED = 0.1; // a cell whose owner is uncertain is not marked

/** The area that some shapes cover together, and its middle. */
export function areaBox(shapes) {
  const boxes = shapes.map((each) => each.getBBox());
  const left = Math.min(...boxes.map((b) => b.x));
  const top = Math.min(...boxes.map((b) => b.y));
  const right = Math.max(...boxes.map((b) => b.x + b.width));
  const bottom = Math.max(...boxes.map((b) => b.y + b.height));
  return { left, top, right, bottom, x: (left + right) / 2, y: (top + bottom) / 2, size: Math.min(right - left, bottom - top) };
}

/** Where a value is written on some shapes: in the middle; on a tall column at its upper end, where the next stone is
    dropped; or where the shape says: data-value-at="x y". */
function placeOf(shapes) {
  const box = areaBox(shapes);
  const [x, y] = (shapes[0].dataset.valueAt ?? "").split(" ").map(Number);
  if (shapes.length === 1 && y !== undefined) return { x, y, size: box.size };
  const across = box.right - box.left;
  const isColumn = shapes.length === 1 && box.bottom - box.top > 2.5 * across;
  return isColumn ? { ...box, y: box.top + across / 2 } : box;
}

/** An arrow from the middle of one area to another. */
export function arrow(from, to, kind) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy) || 1;
  const width = Math.min(from.size, to.size) * 0.09;
  const head = Math.min(width * 3.2, length * 0.6);
  const [ux, uy] = [dx / length, dy / length];
  const at = (along, beside) => `${from.x + ux * along - uy * beside} ${from.y + uy * along + ux * beside}`;
  const points = [at(0, -width / 2), at(length - head, -width / 2), at(length - head, -head / 2), at(length, 0), at(length - head, head / 2), at(length - head, width / 2), at(0, width / 2)];
  return shape("path", { class: `arrow ${kind}`, d: `M${points.join("L")}Z`, "aria-hidden": "true" });
}

/** A value on the picture, in the same font size whatever the scale of the picture, unless it would not fit. */
function badge({ x, y, size }, worth, text, best, zoom) {
  const across = text.length * 0.62 + 1; // in heights
  const height = Math.min(16 / zoom, size * 0.3, size / across);
  const width = across * height;
  const classes = ["badge", sideOf(worth), best && "best", !worth.proved && "estimated"].filter(Boolean).join(" ");
  return shape(
    "g",
    { "stroke-width": (best ? 2.6 : 1.2) / zoom, class: classes, transform: `translate(${x} ${y})`, "aria-hidden": "true" },
    shape("rect", { "stroke-dasharray": worth.proved ? "none" : `${3 / zoom} ${2 / zoom}`, x: -width / 2, y: -height * 0.8, width, height: height * 1.6, rx: height * 0.5 }),
    shape("text", { y: height * 0.36, "font-size": height, "text-anchor": "middle" }, text),
  );
}

/** The side that a value favours, as a class. */
export function sideOf({ gauge }) {
  return gauge === null ? "" : gauge > 0.5 ? "max" : gauge < 0.5 ? "min" : "even";
}

/** Draws the expected owner of each area: a square in the colour of player 0 or player 1, the more certain the larger. */
export function drawTerritory(drawn, areas, ownership) {
  for (const each of drawn.querySelectorAll(".territory")) each.remove();
  const made = shape("g", { class: "territory", "aria-hidden": "true" });
  for (const [name, owner] of Object.entries(ownership)) {
    const shapes = areas.get(name);
    const sure = Math.abs(owner);
    if (!shapes || sure < LEAST_OWNED) continue;
    const { x, y, size } = areaBox(shapes);
    const side = size * (0.16 + 0.24 * sure);
    made.append(shape("rect", { class: owner > 0 ? "max" : "min", x: x - side / 2, y: y - side / 2, width: side, height: side, "fill-opacity": (0.25 + 0.7 * sure).toFixed(2) }));
  }
  drawn.insertBefore(made, drawn.querySelector(".badge, .arrow"));
}

/** The expected territory in words: who will have more, and how much more. */
export function territoryInWords(ownership, players) {
  const more = Math.round(Object.values(ownership).reduce((sum, owner) => sum + owner, 0));
  const [leader, other] = more > 0 ? players : [...players].reverse();
  return more ? `Territory: about ${Math.abs(more)} more for ${leader} than for ${other}` : "Territory: about the same for both";
}

/**
 * Draws the values of the actions that can be chosen: a badge on each, or if there are many, on the best of them, and
 * the others as a heat map. Actions from one area to another have arrows, the best ones only, until a piece is chosen.
 */
export function drawValues(pointing, worths, best, viewer, marks) {
  const { drawn, areas } = pointing;
  for (const each of drawn.querySelectorAll(".badge, .heat, .arrow:not(.step)")) each.remove();
  if (marks === "none") return;
  const zoom = Math.abs(drawn.getScreenCTM()?.a ?? 1) || 1; // it is negative on a flipped board
  const many = Object.keys(worths).length > BADGES;
  const single = [...pointing.next].filter(([, meant]) => new Set(meant.map(({ action }) => action)).size === 1);
  const shown = single.filter(([, [{ action, isLast }]]) => worths[action] && (isLast || pointing.isBegun));
  const strength = heatOf(worths, viewer, marks);
  const made = []; // appended at once: each look at the size of a shape after a change makes the browser lay out the page
  if (many && marks !== "territory") for (const [name, [{ action }]] of shown) made.push(...heat(areas.get(name), strength(worths[action])));
  for (const [name, [{ action }]] of shown) {
    const worth = worths[action];
    if (!many || worth.rank < BEST) made.push(badge(placeOf(areas.get(name)), worth, wordsOn(worth, viewer, marks), action === best, zoom));
  }
  if (!pointing.isBegun) made.push(...arrowsOf(pointing, worths, best, viewer, marks, zoom));
  drawn.append(...made);
}

/** What is written on a badge: the share of the playouts, if it is asked for and known, or the value. */
function wordsOn({ share, badge: value }, viewer, marks) {
  return marks === "visits" && share !== null ? `${Math.round(100 * share)}%` : value[viewer];
}

/** Arrows for the best actions that go from one area to another, with their values at the ends. */
function arrowsOf({ areas, ways }, worths, best, viewer, marks, zoom) {
  const made = [];
  const order = Object.keys(worths).filter((action) => worths[action].rank < ARROWS).sort((one, other) => worths[one].rank - worths[other].rank);
  const labels = new Set();
  for (const action of order.reverse()) {
    const steps = ways.find((way) => way.action === action)?.steps.filter((step) => step.length > 1) ?? [];
    for (const step of new Map(steps.map((each) => [each.join(), each])).values()) {
      const [from, to] = [step[0], step.at(-1)].map((name) => areas.get(name));
      if (from && to) made.push(arrow(areaBox(from), areaBox(to), `line ${sideOf(worths[action])}${action === best ? " best" : ""}`));
    }
    if (steps.length) labels.add([action, steps.at(-1).at(-1)]);
  }
  for (const [action, end] of labels) {
    if (areas.get(end)) made.push(badge(placeOf(areas.get(end)), worths[action], wordsOn(worths[action], viewer, marks), action === best, zoom));
  }
  return made;
}

/** How strong the colour of an action is: by its share of the playouts, or from the worst value to the best. */
function heatOf(worths, viewer, marks) {
  const isShare = marks === "visits" && Object.values(worths).some(({ share }) => share !== null);
  const measure = isShare ? ({ share }) => share ?? 0 : ({ values }) => values[viewer] ?? 0;
  const all = Object.values(worths).map(measure);
  const [low, high] = [isShare ? 0 : Math.min(...all), Math.max(...all)];
  return (worth) => (high > low ? (measure(worth) - low) / (high - low) : 0);
}

function heat(shapes, part) {
  return shapes.map((each) => {
    const made = each.cloneNode();
    made.removeAttribute("data-cell");
    made.setAttribute("class", "heat");
    made.setAttribute("fill-opacity", (0.5 * part * part).toFixed(3));
    return made;
  });
}

/** Marks what the last move touched: the areas of its action in the picture of the position before. */
export function markLast(drawn, before, areasBefore, action) {
  if (!before || before.getAttribute("viewBox") !== drawn.getAttribute("viewBox")) return;
  const index = action.position.actions.indexOf(action.name);
  const names = new Set(action.position.touched[index]?.[0]?.flat() ?? []);
  for (const name of names) {
    for (const shape of areasBefore.get(name) ?? []) {
      const made = shape.cloneNode();
      made.removeAttribute("data-cell");
      made.setAttribute("class", "last-move");
      drawn.prepend(made);
    }
  }
}
