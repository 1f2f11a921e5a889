/* A search, step by step, in a page.

   mountStepper(element, data, options) fills the element with the stepper and returns
   { goTo(step), step, log, destroy() }.

   element   any empty element. The page needs tree.css (tree_css() in Python) and stepper.css.
   data      the result of stepping(trace) in Python; the docstring of draw/stepping.py describes it.
   options   all optional:
     step        the step to begin with; the default is 0, before the first step
     log         the same as an index into the log of the search, which does not change when a fold is opened
     mode        "watch" (the default), or "practise" to begin with the exercise
     only        true to offer no other mode
     keyboard    the target of the key listener: the element by default; use the document if there is one stepper
     expand      expand(fold) is called with the id of a fold that the user opens. Get stepping(trace, opened=[...,
                 fold]), and mount that in place of this one, with the same `log`.
     moved       moved(step) is called whenever another step is shown
     open        open(actions) is called when the user opens the position of a node elsewhere; without it a click on a
                 node only shows its position beside the tree

   goTo(step) shows the tree after that many steps; `step` and `log` are the current position. destroy() empties the
   element and removes the key listener.

   It adds no style element and no style attribute in markup, so it runs under a strict Content-Security-Policy. */

import { mountExercise } from "./exercise.js";
import { Picture, button, make, svg } from "./picture.js";
import { StepPlayer, mount, panel } from "./player.js";
import { PositionPanel } from "./position.js";

const MOST_TICKS = 40;
const MOST_NAMED_TICKS = 14;
const TREE_KEYS = [
  ["c", "next cut"],
  ["r", "return"],
  ["p", "position"],
];

export function mountStepper(element, data, options = {}) {
  const root = make("div", { class: "zermelo-stepper" });
  const watching = make("div", { class: "part" });
  const practising = make("div", { class: "part exercise" });
  const stepper = new Stepper(watching, data, options);
  if (data.practice) mountExercise(practising, data);
  const modes = data.practice && !options.only ? modeSwitch(show) : null;
  if (modes) root.append(modes.element);
  root.append(watching, practising);

  function show(mode) {
    const practise = mode === "practise" && data.practice;
    watching.hidden = practise;
    practising.hidden = !practise;
    stepper.listening = !practise;
    if (practise) stepper.pause();
    else if (root.isConnected) stepper.goTo(stepper.at); // the frame has its size only now
    if (modes) modes.show(practise ? "practise" : "watch");
  }

  show(options.mode ?? "watch");
  const step = options.step ?? stepper.stepOf(options.log ?? 0);
  const mounted = mount(element, root, stepper, { keyboard: options.keyboard, step });
  Object.defineProperty(mounted, "log", { get: () => (stepper.at > 0 ? data.steps[stepper.at - 1].log : 0) });
  return mounted;
}

function modeSwitch(show) {
  const names = { watch: "Watch", practise: "Practise" };
  const buttons = Object.entries(names).map(([mode, name]) => [mode, button(name, { press: () => show(mode) })]);
  const element = make("div", { class: "modes", role: "group", "aria-label": "Watch or practise" });
  element.append(...buttons.map(([, b]) => b));
  return {
    element,
    show(chosen) {
      for (const [mode, b] of buttons) b.setAttribute("aria-pressed", String(mode === chosen));
    },
  };
}

/* The stepper of a tree. */

class Stepper extends StepPlayer {
  constructor(element, data, options) {
    const picture = new Picture(data);
    const leaps = data.steps.flatMap((step, i) => (step.kind === "cut" ? [i + 1] : []));
    const words = { label: "The tree", nothing: "Nothing is read yet.", leap: "Next cut" };
    super(element, { data, stage: picture, words, leaps, keys: TREE_KEYS });
    this.picture = picture;
    this.moved = options.moved ?? (() => {});
    const leaves = ({ kind }) => kind === "leave" || kind === "leaf";
    this.returns = new Map(this.steps.flatMap((step, i) => (leaves(step) ? [[step.node, i + 1]] : [])));
    this.controls.buttons.return.hidden = this.returns.size === 0;
    if (options.expand) picture.letOpen(options.expand);
    this.line = new NumberLine(data);
    this.counts = new Counts(data);
    this.position = new PositionPanel(picture, options.open);
    picture.letClick((node) => this.position.show(node));
    const parts = [this.position, this.line, this.counts, this.code].filter((part) => part.element);
    this.beside.append(...parts.map((part) => part.element));
    this.views.classList.toggle("wide", picture.isWide);
  }

  /* The number of steps up to an index of the log; an index inside a fold counts as before the fold. */
  stepOf(log) {
    const beyond = this.steps.findIndex((step) => step.log > log);
    return beyond < 0 ? this.last : beyond;
  }

  /* The step at which the current node returns; if it has just returned, that of its parent. */
  get nextReturn() {
    if (this.at === 0) return this.last || null;
    let node = this.steps[this.at - 1].node;
    while (node >= 0 && !(this.returns?.get(node) > this.at)) node = this.data.nodes[node].parent;
    return node < 0 ? null : this.returns.get(node);
  }

  render(step) {
    this.picture.settle(step);
    this.says.classList.toggle("cut", step !== null && step.kind === "cut");
    this.line.show(step);
    this.counts.show(step);
    this.zoom.reveal(this.picture.nodes[step ? step.node : 0].group);
    this.moved(this.at);
  }

  key(event) {
    const typing = event.target.matches?.("input, textarea, select, [contenteditable]");
    if (event.key !== "p" || typing || !this.listening || event.ctrlKey || event.metaKey || event.altKey) super.key(event);
    else this.position.show(this.at > 0 ? this.steps[this.at - 1].node : 0);
  }
}

/* The window as an interval on a number line with all values of this search. */

class NumberLine {
  constructor({ scale, steps }) {
    this.scale = scale;
    if (scale.length === 0) return; // a value for each player has no place on a line
    this.svg = svg("svg", { class: "number-line", role: "img" });
    this.element = panel(steps.some((step) => step.line[0] !== null) ? "Window and value" : "Value", this.svg);
  }

  x(place) {
    const most = this.scale.length - 1;
    return `${most === 0 ? 50 : 9 + (82 * place) / most}%`;
  }

  show(step) {
    if (this.scale.length === 0) return;
    const [alpha, beta, value] = step ? step.line : [null, null, null];
    this.svg.replaceChildren(svg("line", { class: "axis", x1: "2%", x2: "98%", y1: "30", y2: "30" }), ...this.ticks());
    const said = [];
    if (alpha !== null) {
      this.svg.append(...this.window(alpha, beta));
      said.push(`alpha ${this.scale[alpha]}`, `beta ${this.scale[beta]}`);
      if (alpha >= beta) said.push("no value is between them");
    }
    if (value !== null) {
      this.svg.append(...this.value(value));
      said.push(`value ${this.scale[value]}`);
    }
    this.svg.setAttribute("aria-label", said.join(", ") || "nothing yet");
  }

  ticks() {
    if (this.scale.length > MOST_TICKS) return [];
    const named = this.scale.length <= MOST_NAMED_TICKS;
    return this.scale.flatMap((text, i) => {
      const x = this.x(i);
      const tick = svg("line", { class: "tick", x1: x, x2: x, y1: "26", y2: "34" });
      return named ? [tick, svg("text", { x, y: "50" }, text)] : [tick];
    });
  }

  window(alpha, beta) {
    const crossed = alpha >= beta;
    const [low, high] = crossed ? [beta, alpha] : [alpha, beta];
    const width = `${Number.parseFloat(this.x(high)) - Number.parseFloat(this.x(low))}%`;
    const stretch = svg("rect", { class: crossed ? "shut" : "open", x: this.x(low), width, y: "24", height: "12" });
    return [stretch, ...this.bound("α", alpha, !crossed), ...this.bound("β", beta, crossed)];
  }

  /* A bracket that opens to the right with its name on the left, or the reverse. */
  bound(name, place, left) {
    const mark = svg("svg", { x: this.x(place), overflow: "visible" });
    mark.append(svg("path", { class: "bound", d: left ? "M5 21H0V39H5" : "M-5 21H0V39H-5" }));
    const text = svg("text", { class: `bound-name ${left ? "from" : "to"}`, x: left ? "-3" : "3", y: "14" });
    text.textContent = `${name} ${this.scale[place]}`;
    mark.append(text);
    return [mark];
  }

  value(place) {
    const mark = svg("svg", { x: this.x(place), overflow: "visible" });
    mark.append(svg("path", { class: "value", d: "M0 23L7 30L0 37L-7 30Z" }));
    mark.append(svg("text", { class: "value-name", y: "68" }, `v = ${this.scale[place]}`));
    return [mark];
  }
}

/* The number of nodes that each algorithm reads on this tree, with the progress of the current one. */

class Counts {
  constructor(data) {
    const most = Math.max(...data.counts.map(([, nodes]) => nodes ?? 0), 1);
    const whole = data.counts.some(([, nodes]) => nodes === null) ? 2 * most : most;
    this.own = data.counts[0][1];
    const list = make("div", { class: "counts" });
    data.counts.forEach(([name, nodes], i) => {
      const bar = make("span", { class: i === 0 ? "bar own" : "bar", "aria-hidden": "true" });
      bar.style.setProperty("--share", String((nodes ?? whole) / whole));
      const number = make("span", { class: "number" }, nodes === null ? "too many to count" : nodes.toLocaleString("en"));
      list.append(make("span", {}, name), bar, number);
      if (i === 0) [this.bar, this.number] = [bar, number];
    });
    this.cuts = make("p", { class: "keys" });
    this.cuts.hidden = !data.steps.some((step) => step.cuts > 0);
    this.element = panel("Nodes read", list, this.cuts);
  }

  show(step) {
    const read = step ? step.read : 0;
    this.bar.style.setProperty("--done", String(read / this.own));
    this.number.textContent = `${read.toLocaleString("en")} of ${this.own.toLocaleString("en")}`;
    const cuts = step ? step.cuts : 0;
    this.cuts.textContent = `Cuts so far: ${cuts.toLocaleString("en")}`;
  }
}
