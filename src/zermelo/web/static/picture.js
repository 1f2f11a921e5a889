// Pictures of positions: inserted safely into the page. Their shapes name the areas that can be touched:
// data-cell="b2".

import { el } from "./dom.js";

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

/** The areas of a picture: each name with its shapes. */
export function areasOf(drawn) {
  const areas = new Map();
  for (const each of drawn.querySelectorAll?.("[data-cell]") ?? []) {
    const name = each.dataset.cell;
    areas.set(name, [...(areas.get(name) ?? []), each]);
  }
  return areas;
}

/** The ways to choose each action by the areas that its name contains: for seats, to which the server sends no ways. */
export function waysByName(actions, areas) {
  const names = [...areas.keys()].sort((a, b) => b.length - a.length);
  const escaped = names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const pattern = names.length ? new RegExp(escaped.join("|"), "g") : null;
  return actions.map((action) => {
    if (areas.has(action)) return [[[action]]];
    const named = pattern ? [...action.matchAll(pattern)].map(([name]) => name) : [];
    return named.length ? [[named]] : [];
  });
}
