// The actions as buttons, each with its value. If there are many, a field filters them.

import { el } from "./dom.js";

const FILTERED = 40;

export class ActionButtons {
  constructor(play) {
    this.play = play;
    this.filter = el("input", { type: "search", placeholder: "Find an action", "aria-label": "Find an action", input: () => this.sift() });
    this.list = el("div", { class: "actions", role: "group", "aria-label": "Actions", tabindex: -1 });
    this.element = el("div", { class: "action-list" }, this.filter, this.list);
    this.buttons = new Map();
  }

  /** A button for each action; `roll`, if given, is called for a random outcome. */
  draw({ actions, chances }, roll, isDisabled) {
    this.buttons = new Map(
      actions.map((name, i) => {
        const likely = chances ? el("small", {}, `${Math.round(chances[i] * 1000) / 10} %`) : null;
        return [name, el("button", { type: "button", disabled: isDisabled, click: () => this.play(name) }, el("span", {}, name), likely, el("small", { class: "worth" }))];
      }),
    );
    const first = roll ? [el("button", { type: "button", class: "primary", click: roll }, "Roll")] : [];
    this.filter.hidden = actions.length <= FILTERED;
    this.filter.value = "";
    keepingFocus(this.list, () => this.list.replaceChildren(...first, ...this.buttons.values()));
  }

  /** Writes the value of each action on its button. The buttons are kept, because one may be pressed at the moment. */
  value(worths, best, viewer, isDisabled) {
    for (const [name, button] of this.buttons) {
      button.classList.toggle("best", name === best);
      button.disabled = isDisabled;
      button.title = worths[name]?.words[viewer] ?? "";
      button.querySelector(".worth").textContent = worths[name]?.short[viewer] ?? "";
    }
  }

  sift() {
    const wanted = this.filter.value.trim().toLowerCase();
    for (const [name, button] of this.buttons) button.hidden = !name.toLowerCase().includes(wanted);
  }
}

/** Redraws buttons. If one had the keyboard focus, the current or the first button gets it, or the container if there is none. */
export function keepingFocus(holder, draw) {
  const isIn = holder === document.activeElement || holder.querySelector(":focus-visible");
  draw();
  if (isIn) (holder.querySelector("[aria-current]") ?? holder.querySelector("button:enabled") ?? holder).focus();
}
