/* The panel with the position of a node: the actions that lead to it, and its board, or its text. */

import { button, make } from "./picture.js";
import { panel } from "./player.js";

export class PositionPanel {
  /* open(actions), if it is given, opens the position elsewhere. */
  constructor(picture, open) {
    this.picture = picture;
    this.open = open;
    this.path = make("p", { class: "path" });
    this.board = make("div", { class: "position" });
    const buttons = make("div", { class: "controls" });
    if (open) buttons.append(button("Open on the board", { press: () => open(this.actions) }));
    buttons.append(button("Close", { press: () => this.close() }));
    this.element = panel("Position", this.path, this.board, buttons);
    this.element.hidden = true;
  }

  show(number) {
    const { group, node } = this.picture.nodes[number];
    this.actions = [];
    for (let i = number; i > 0; i = this.picture.data.nodes[i].parent) this.actions.unshift(this.picture.data.nodes[i].action);
    this.path.textContent = this.actions.length ? this.actions.join(" · ") : "the root";
    const drawn = group.querySelector("svg.board")?.cloneNode(true);
    if (drawn) {
      for (const name of ["x", "y", "width", "height"]) drawn.removeAttribute(name);
      drawn.setAttribute("role", "img");
      drawn.setAttribute("aria-label", node.shown);
    }
    this.board.replaceChildren(drawn ?? make("pre", {}, node.shown));
    this.element.hidden = false;
    for (const each of this.picture.nodes) each.group.classList.toggle("opened", each.group === group);
  }

  close() {
    this.element.hidden = true;
    for (const each of this.picture.nodes) each.group.classList.remove("opened");
  }
}
