// A mixed strategy: each action with its probability as a bar and as a number.

import { el } from "./dom.js";

/** A table with a row for each of the choices; `short` is what an action is worth, if that is known. */
export function strategyTable(choices) {
  const rows = choices.map(({ action, probability, short }) =>
    el(
      "tr",
      {},
      el("th", { scope: "row" }, action),
      el("td", { class: "bar" }, probability === null ? "" : bar(probability)),
      el("td", { class: "number" }, probability === null ? "" : probability.toFixed(3)),
      el("td", { class: "number" }, short ?? ""),
    ),
  );
  return el("table", { class: "strategy" }, el("tbody", {}, rows));
}

/** A probability as a bar; the number beside it says the same. */
function bar(probability) {
  const part = el("div", { class: "part" });
  part.style.width = `${100 * probability}%`;
  return el("div", { class: "whole", "aria-hidden": "true" }, part);
}
