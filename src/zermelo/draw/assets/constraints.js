/* An algorithm on a constraint satisfaction problem, step by step.

   mountConstraints(element, data, options) fills the element and returns { goTo(step), step, destroy() }.

   element   any empty element. The page needs tree.css, stepper.css and constraints.css.
   data      the result of constraint_steps(answer) in Python; the docstring of csp/drawing/stepping.py describes it.
   options   all optional:
     step        the step to begin with; the default is 0, before the first step
     keyboard    the target of the key listener: the element by default; use the document if there is one stepper */

import { make, read } from "./picture.js";
import { StepPlayer, mount, panel } from "./player.js";

export function mountConstraints(element, data, options = {}) {
  const root = make("div", { class: "zermelo-stepper" });
  return mount(element, root, new ConstraintStepper(root, data), options);
}

class ConstraintStepper extends StepPlayer {
  constructor(element, data) {
    const board = new Board(data);
    const leaps = data.steps.flatMap((step, i) => (step.kind === "prune" ? [i + 1] : []));
    const words = { label: "The problem", nothing: "Nothing is assigned yet.", leap: "Next removal" };
    super(element, { data, stage: board, words, leaps, keys: [["c", "next value removed"]] });
    this.board = board;
    this.frame.classList.add("constraints");
    this.counts = make("p", { class: "keys" });
    this.beside.append(panel("So far", this.counts));
    if (this.code.element) this.beside.append(this.code.element);
  }

  render(step) {
    this.board.light(step);
    this.says.classList.toggle("cut", step !== null && (step.kind === "prune" || step.kind === "wipeout"));
    const [assignments, backtracks, arcs] = step ? step.counts : [0, 0, 0];
    this.counts.textContent = `Assignments: ${assignments} · backtracks: ${backtracks} · arcs revised: ${arcs}`;
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

  /* Highlights the arc and the variable of the step. */
  light(step) {
    for (const part of this.edges) part.classList.remove("best");
    const names = step ? [...step.edges.map((k) => `e${k}`), ...(step.at >= 0 ? [`n${step.at}`] : [])] : [];
    this.edges = names.map((name) => this.parts.get(name)).filter(Boolean);
    for (const part of this.edges) part.classList.add("best");
  }
}
