// Pictures of positions: inserted safely into the page, and clickable.
//
// The shapes of a picture name their cells: data-cell="b2". An action belongs to the cells in its name, in their order:
// "b2" to one cell, "a2xb3" to two. An action of one cell is played with one click; otherwise the first click selects
// and the second plays.

import { el, shape } from "./dom.js";

const FORBIDDEN = "script, style, foreignObject, iframe, animate, set, a, link";

/** The picture of a position, or its text if it has none. */
export function picture(svg, text) {
  const drawn = svg ? new DOMParser().parseFromString(svg, "image/svg+xml").documentElement : null;
  if (!drawn || drawn.localName !== "svg") return el("pre", { class: "position" }, text);
  for (const bad of drawn.querySelectorAll(FORBIDDEN)) bad.remove();
  for (const each of [drawn, ...drawn.querySelectorAll("*")]) tidy(each);
  return document.importNode(drawn, true);
}

/** Removes what the page's policy forbids: listeners, external links, style attributes. */
function tidy(element) {
  for (const { name, value } of [...element.attributes]) {
    const leadsAway = /href$/i.test(name) ? !value.startsWith("#") : /url\(\s*["']?(?!#)/i.test(value);
    if (/^on/i.test(name) || name === "style" || leadsAway) element.removeAttribute(name);
  }
}

/** The cells of a picture: each name with its shapes. */
export function cellsOf(drawn) {
  const cells = new Map();
  for (const each of drawn.querySelectorAll?.("[data-cell]") ?? []) {
    const name = each.dataset.cell;
    cells.set(name, [...(cells.get(name) ?? []), each]);
  }
  return cells;
}

/** The cells of each action, in their order in its name. */
export function cellsOfActions(actions, cells) {
  const names = [...cells.keys()].sort((a, b) => b.length - a.length);
  const escaped = names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const pattern = names.length ? new RegExp(escaped.join("|"), "g") : null;
  const found = new Map();
  for (const action of actions) {
    if (cells.has(action)) found.set(action, [action]);
    else found.set(action, pattern ? [...action.matchAll(pattern)].map(([name]) => name) : []);
  }
  return found;
}

/** The middle of the area of some shapes; for a tall column its upper end, where the next stone is dropped. A shape can
    also set the position of its value: data-value-at="x y". */
export function middleOf(shapes) {
  const boxes = shapes.map((each) => each.getBBox());
  const left = Math.min(...boxes.map((b) => b.x));
  const top = Math.min(...boxes.map((b) => b.y));
  const right = Math.max(...boxes.map((b) => b.x + b.width));
  const bottom = Math.max(...boxes.map((b) => b.y + b.height));
  const size = Math.min(right - left, bottom - top);
  const [x, y] = (shapes[0].dataset.valueAt ?? "").split(" ").map(Number);
  if (shapes.length === 1 && y !== undefined) return { x, y, size };
  const column = shapes.length === 1 && bottom - top > 2.5 * (right - left);
  return { x: (left + right) / 2, y: column ? top + (right - left) / 2 : (top + bottom) / 2, size };
}

/** A value on the picture, in the same font size whatever the scale of the picture. */
export function badge({ x, y, size }, worth, best, zoom) {
  const height = Math.min(16 / zoom, size * 0.3);
  const width = (worth.badge.length * 0.62 + 1) * height;
  const side = worth.gauge === null ? "" : worth.gauge > 0.5 ? "max" : worth.gauge < 0.5 ? "min" : "even";
  return shape(
    "g",
    { "stroke-width": (best ? 2.6 : 1.2) / zoom, class: `badge ${side}${best ? " best" : ""}${worth.proved ? "" : " estimated"}`, transform: `translate(${x} ${y})` },
    shape("title", {}, worth.words),
    shape("rect", { "stroke-dasharray": worth.proved ? "none" : `${3 / zoom} ${2 / zoom}`, x: -width / 2, y: -height * 0.8, width, height: height * 1.6, rx: height * 0.5 }),
    shape("text", { y: height * 0.36, "font-size": height, "text-anchor": "middle" }, worth.badge),
  );
}
