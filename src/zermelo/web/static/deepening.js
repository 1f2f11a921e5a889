// Iterative deepening as a small table: what the analysis had found at each depth.

import { brief, el } from "./dom.js";

/** The depths that an analysis has reached: those of the previous answer, and its own if it is new or better. */
export function depthsReached(before, { depth, short, proved, nodes, seconds, lines }) {
  const row = { depth, short, proved, nodes, seconds, move: lines[0]?.moves[0] ?? "" };
  return [...before.filter((other) => other.depth !== depth), row];
}

/** The table, folded unless `isOpen`; `viewer` is the player whose values are shown. */
export function deepeningTable(depths, viewer, isOpen) {
  const head = ["Depth", "Value", "Move", "Nodes", "Seconds"].map((name) => el("th", { scope: "col" }, name));
  const rows = depths.map(({ depth, short, move, nodes, seconds }) =>
    el(
      "tr",
      {},
      el("th", { scope: "row", class: "number" }, String(depth)),
      el("td", {}, short[viewer]),
      el("td", {}, move),
      el("td", { class: "number" }, brief(nodes)),
      el("td", { class: "number" }, seconds.toFixed(2)),
    ),
  );
  return el("details", { class: "deepening", open: isOpen }, el("summary", {}, "Each depth"), el("table", {}, el("thead", {}, el("tr", {}, head)), el("tbody", {}, rows)));
}
