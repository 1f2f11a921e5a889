// The moves as a list with variations.

import { el } from "./dom.js";

const SIGNS = { mistake: "?", doubtful: "?!" };
const buttons = new WeakMap();

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
  const made = el(
    "button",
    { type: "button", "aria-current": move === study.current ? "true" : null, click: () => go(move) },
    ply ? el("span", { class: "ply" }, `${ply}`) : null,
    el("span", {}, name),
  );
  buttons.set(move, made);
  mark(move);
  return made;
}

/** Puts the mark of a judgement on a move's button; the button is kept, because it may be pressed at the moment. */
export function mark(move) {
  const made = buttons.get(move);
  if (!made) return;
  const judged = move.judgement?.mark ? move.judgement : null;
  made.querySelector(".sign")?.remove();
  made.className = `move${judged ? ` ${judged.mark}` : ""}`;
  made.title = move.judgement?.words ?? "";
  made.setAttribute("aria-label", [...made.children].map((part) => part.textContent).join(" ") + (judged ? `, ${judged.mark}` : ""));
  if (judged) made.append(el("span", { class: "sign" }, SIGNS[judged.mark]));
}
