// The offer to play against the computer: the side, the strength and the time.

import { TIMES } from "./clock.js";
import { choice, el } from "./dom.js";

const RANDOM = "random";

/** A card with the offer. `begin` is called with the computer's players, the level and the time. */
export function playOffer({ players }, levels, { level, time }, begin) {
  let side = "0";
  let strength = String(level);
  let clock = time;
  const sides = [...players.map((name, p) => [String(p), name]), [RANDOM, "random"]];
  const radios = sides.map(([value, words]) =>
    el("label", {}, el("input", { type: "radio", name: "side", value, checked: value === side, change: () => (side = value) }), el("span", {}, words)),
  );
  const start = () => {
    const mine = side === RANDOM ? Math.floor(Math.random() * players.length) : Number(side);
    begin({ computer: players.map((_, p) => p).filter((p) => p !== mine), level: Number(strength), time: clock });
  };
  return el(
    "section",
    { class: "offer", "aria-label": "Play the computer" },
    el("h2", {}, "Play the computer"),
    el("fieldset", { class: "sides" }, el("legend", {}, "You play"), radios),
    el(
      "div",
      { class: "settings" },
      choice("Strength", strengths(levels), strength, (value) => (strength = value)),
      choice("Time", TIMES, clock, (value) => (clock = value)),
    ),
    el("button", { type: "button", class: "primary", click: start }, "Play"),
  );
}

/** The card while a game is played: who plays, and what can be done. */
export function playStatus({ players }, computer, level, clocks, tools) {
  const people = players.filter((_, p) => !computer.has(p));
  const rest = players.filter((_, p) => computer.has(p));
  const words = people.length ? `You play ${people.join(" and ")}; the computer plays ${rest.join(" and ")}.` : "The computer plays all sides.";
  const buttons = tools.map(([name, click]) => el("button", { type: "button", click }, name));
  return el(
    "section",
    { class: "offer", "aria-label": "The game" },
    el("p", {}, words, " ", el("span", { class: "note" }, `Strength ${level}.`)),
    clocks ? clocks.element : null,
    el("div", { class: "buttons" }, buttons),
  );
}

/** The levels as pairs for a choice. */
export function strengths(levels) {
  return levels.map((words, i) => [String(i + 1), `${i + 1}: ${words}`]);
}
