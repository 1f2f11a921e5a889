// The moves as a list with variations.

import { el } from "./dom.js";

const SIGNS = { mistake: "?", doubtful: "?!" };
const buttons = new WeakMap();

/** The moves of a study, each with the name of the player who moved; `go` is called with the one that was clicked. */
export function moveList(study, names, go) {
  const list = el("div", { class: "moves" });
  if (!study.root.after.length) {
    list.append(el("p", { class: "note" }, "No move yet. Click the board, or choose an action."));
    return list;
  }
  const make = (move, name, ply) => button(study, names, move, go, name, ply);
  list.append(make(study.root, "start"));
  follow(study.root, 1, make, list);
  return list;
}

function follow(from, ply, make, holder) {
  for (let move = from; move.after.length; move = move.after[0], ply++) {
    const [first, ...others] = move.after;
    holder.append(make(first, first.name, ply));
    for (const other of others) {
      const variation = el("div", { class: "variation", role: "group", "aria-label": `Instead of ${first.name}` });
      variation.append(make(other, other.name, ply));
      follow(other, ply + 1, make, variation);
      holder.append(variation);
    }
  }
}

function button(study, names, move, go, name, ply) {
  const made = el(
    "button",
    { type: "button", "aria-current": move === study.current ? "true" : null, click: () => go(move) },
    ply ? el("span", { class: "ply" }, `${ply}`) : null,
    move.mover === undefined ? null : who(move.mover, names),
    el("span", { class: "name" }, name),
  );
  buttons.set(move, made);
  mark(move);
  return made;
}

/** Who moved: the name, or its first letter if it is long. */
function who(mover, { players = [], chance }) {
  const name = mover < 0 ? chance : players[mover] ?? "";
  const short = mover < 0 ? "⚄" : name.length > 5 ? name[0] : name;
  return el("span", { class: `who seat-${mover < 0 ? "chance" : mover}`, title: name }, short);
}

/** Puts the mark of a judgement on a move's button, and the value that a table has; the button is kept, because it may be pressed at the moment. */
export function mark(move) {
  const made = buttons.get(move);
  if (!made) return;
  const judged = move.judgement?.mark ? move.judgement : null;
  made.querySelector(".sign")?.remove();
  made.querySelector(".known")?.remove();
  if (move.known) made.append(el("span", { class: "known", title: move.known.words[0] }, move.known.short[0]));
  made.className = `move${judged ? ` ${judged.mark}` : ""}`;
  made.title = move.judgement?.words ?? "";
  made.setAttribute("aria-label", [...made.children].map((part) => part.title || part.textContent).join(" ") + (judged ? `, ${judged.mark}` : ""));
  if (judged) made.append(el("span", { class: "sign" }, SIGNS[judged.mark]));
}
