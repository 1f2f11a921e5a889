// The moves as a list with variations.

import { el } from "./dom.js";

const SIGNS = { mistake: "?", doubtful: "?!" };

/** The moves of a study; `go` is called with the one that was clicked. */
export function moveList(study, go) {
  const list = el("div", { class: "moves" });
  if (!study.root.after.length) {
    list.append(el("p", { class: "note" }, "No move yet. Click the board, or choose an action."));
    return list;
  }
  list.append(button(study, study.root, go, "start"));
  follow(study, study.root, 1, go, list);
  return list;
}

function follow(study, from, ply, go, holder) {
  for (let move = from; move.after.length; move = move.after[0], ply++) {
    const [first, ...others] = move.after;
    holder.append(button(study, first, go, first.name, ply));
    for (const other of others) {
      const variation = el("div", { class: "variation", role: "group", "aria-label": `Instead of ${first.name}` });
      variation.append(button(study, other, go, other.name, ply));
      follow(study, other, ply + 1, go, variation);
      holder.append(variation);
    }
  }
}

function button(study, move, go, name, ply) {
  const judged = move.judgement?.mark ? move.judgement : null;
  return el(
    "button",
    {
      type: "button",
      class: `move${judged ? ` ${judged.mark}` : ""}`,
      "aria-current": move === study.current ? "true" : null,
      title: judged ? judged.words : null,
      click: () => go(move),
    },
    ply ? el("span", { class: "ply" }, `${ply}`) : null,
    name,
    judged ? el("span", { class: "sign", "aria-label": judged.mark }, SIGNS[judged.mark]) : null,
  );
}
