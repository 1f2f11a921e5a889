/* An algorithm on a constraint satisfaction problem, step by step.

   mountConstraints(element, data, options) fills the element and gives back { goTo(step), step, destroy() }.

   element   any empty element. The page needs tree.css, stepper.css and constraints.css.
   data      what constraint_steps(answer) makes in Python; the head of csp/drawing/stepping.py says what is in it.
   options   all may be left out:
     step        where to begin: 0, before the first step
     keyboard    what hears the keys: the element itself, unless another is given, such as the document */

import { Code, Controls, keyHelp, panel } from "./stepper.js";
import { make, read } from "./picture.js";

const STEP_PACE = 900;
const STEP_KEYS = [
  ["←", "back"],
  ["→", "forward"],
  ["Home", "start"],
  ["End", "end"],
  ["space", "play"],
  ["c", "next value removed"],
];

export function mountConstraints(element, data, options = {}) {
  const root = make("div", { class: "zermelo-stepper" });
  const stepper = new ConstraintStepper(root, data);
  element.replaceChildren(root);
  const keyboard = options.keyboard ?? root;
  const onKey = (event) => stepper.key(event);
  keyboard.addEventListener("keydown", onKey);
  stepper.goTo(options.step ?? 0);
  return {
    goTo: (step) => stepper.goTo(step),
    get step() {
      return stepper.at;
    },
    destroy() {
      stepper.pause();
      keyboard.removeEventListener("keydown", onKey);
      element.replaceChildren();
    },
  };
}

class ConstraintStepper {
  constructor(element, data) {
    this.steps = data.steps;
    this.at = 0;
    this.cuts = this.steps.flatMap((step, i) => (step.kind === "prune" ? [i + 1] : []));
    this.board = new Board(data);
    this.controls = new Controls(this);
    this.controls.buttons.cut.textContent = "Next removal";
    this.controls.buttons.return.hidden = true;
    this.code = new Code(data.pseudocode);
    this.says = make("p", { class: "says", role: "status", "aria-live": "polite" });
    this.counts = make("p", { class: "keys" });
    const frame = make("div", { class: "tree constraints", tabindex: "0", role: "region", "aria-label": "The problem" });
    frame.append(this.board.svg);
    const beside = make("div", { class: "beside" });
    beside.append(panel("So far", this.counts));
    if (this.code.element) beside.append(this.code.element);
    const views = make("div", { class: "views" });
    views.append(frame, beside);
    element.append(this.controls.element, this.says, views, keyHelp(STEP_KEYS));
  }

  get last() {
    return this.steps.length;
  }

  get nextCut() {
    return this.cuts.find((place) => place > this.at) ?? null;
  }

  get nextReturn() {
    return null;
  }

  goTo(step) {
    const to = Math.min(Math.max(Math.round(Number(step)) || 0, 0), this.last);
    for (; this.at < to; this.at += 1) this.board.apply(this.steps[this.at]);
    for (; this.at > to; this.at -= 1) this.board.undo(this.steps[this.at - 1]);
    this.render();
  }

  render() {
    const step = this.at > 0 ? this.steps[this.at - 1] : null;
    this.board.light(step);
    this.says.textContent = step ? step.says : `Nothing is assigned yet. ${this.last.toLocaleString("en")} steps follow.`;
    this.says.classList.toggle("cut", step !== null && (step.kind === "prune" || step.kind === "wipeout"));
    this.code.show(step ? step.lines : []);
    const [assignments, backtracks, arcs] = step ? step.counts : [0, 0, 0];
    this.counts.textContent = `Assignments: ${assignments} · taken back: ${backtracks} · arcs revised: ${arcs}`;
    this.controls.show();
    if (this.at === this.last) this.pause();
  }

  move(where) {
    const places = { start: 0, back: this.at - 1, forward: this.at + 1, end: this.last, cut: this.nextCut };
    if (places[where] !== null && places[where] !== undefined) this.goTo(places[where]);
  }

  press(where) {
    this.pause();
    this.move(where);
  }

  get playing() {
    return this.timer !== undefined;
  }

  togglePlay() {
    if (this.playing) {
      this.pause();
      return;
    }
    if (this.at === this.last) this.goTo(0);
    this.timer = setInterval(() => this.move("forward"), STEP_PACE);
    this.controls.show();
  }

  pause() {
    clearInterval(this.timer);
    this.timer = undefined;
    this.controls.show();
  }

  key(event) {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (target.matches?.("input:not([type=range]), textarea, select, [contenteditable]")) return;
    const moves = { ArrowLeft: "back", ArrowRight: "forward", Home: "start", End: "end", c: "cut" };
    if (key === " " && !target.matches?.("button, a, summary, [role=button]")) this.togglePlay();
    else if (key in moves) this.press(moves[key]);
    else return;
    event.preventDefault();
  }
}

/* The picture, and what has been removed and assigned so far. */

class Board {
  constructor({ svg, values }) {
    this.svg = read(svg);
    this.values = values;
    this.left = values.map((own) => own.map(() => true));
    this.chosen = values.map(() => -1);
    this.edges = [];
    this.parts = new Map();
    for (const part of this.svg.querySelectorAll("[class]")) {
      for (const name of part.classList) if (/^[nvsqce]\d/.test(name)) this.parts.set(name, part);
    }
    values.forEach((_, i) => this.show(i));
  }

  apply(step) {
    this.change(step, step.removed, step.restored, step.set ? step.set[2] : -1);
  }

  undo(step) {
    this.change(step, step.restored, step.removed, step.set ? step.set[1] : -1);
  }

  change(step, gone, back, chosen) {
    for (const [i, j] of gone) this.left[i][j] = false;
    for (const [i, j] of back) this.left[i][j] = true;
    const changed = new Set([...gone, ...back].map(([i]) => i));
    if (step.set) {
      this.chosen[step.set[0]] = chosen;
      changed.add(step.set[0]);
    }
    for (const i of changed) this.show(i);
  }

  /* Shows the domain and the value of a variable. */
  show(i) {
    const { left, chosen, values } = this;
    const count = left[i].filter(Boolean).length;
    const only = chosen[i] >= 0 ? chosen[i] : count === 1 ? left[i].indexOf(true) : -1;
    const caption = this.parts.get(`c${i}`);
    const isCell = caption !== undefined && (this.parts.has(`v${i}-0`) || values[i].length === 1);
    if (caption) {
      if (isCell) caption.textContent = only >= 0 ? values[i][only] : "";
      else caption.textContent = chosen[i] >= 0 ? `= ${values[i][chosen[i]]}` : `${count} of ${values[i].length} left`;
    }
    values[i].forEach((_, j) => {
      const hushed = isCell && only >= 0;
      const value = this.parts.get(`v${i}-${j}`);
      value?.classList.toggle("gone", !left[i][j]);
      value?.classList.toggle("hushed", hushed);
      const stroke = this.parts.get(`s${i}-${j}`);
      stroke?.classList.toggle("off", left[i][j] || hushed || chosen[i] === j);
      this.parts.get(`q${i}-${j}`)?.classList.toggle("off", chosen[i] !== j);
    });
    this.parts.get(`n${i}`)?.classList.toggle("max", chosen[i] >= 0);
    this.parts.get(`n${i}`)?.classList.toggle("unread", count === 0);
  }

  /* Lights the arc and the variable of the step. */
  light(step) {
    for (const part of this.edges) part.classList.remove("best");
    const names = step ? [...step.edges.map((k) => `e${k}`), ...(step.at >= 0 ? [`n${step.at}`] : [])] : [];
    this.edges = names.map((name) => this.parts.get(name)).filter(Boolean);
    for (const part of this.edges) part.classList.add("best");
  }
}
