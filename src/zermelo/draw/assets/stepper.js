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

   goTo(step) shows the tree after that many steps; `step` and `log` are the current position. destroy() empties the
   element and removes the key listener.

   It adds no style element and no style attribute in markup, so it runs under a strict Content-Security-Policy. */

import { mountExercise } from "./exercise.js";
import { Picture, button, make, svg } from "./picture.js";

const PACE = 1100;
const MOST_TICKS = 40;
const MOST_NAMED_TICKS = 14;
const KEYS = [
  ["←", "back"],
  ["→", "forward"],
  ["Home", "start"],
  ["End", "end"],
  ["space", "play"],
  ["c", "next cut"],
  ["r", "return"],
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
  element.replaceChildren(root);

  function show(mode) {
    const practise = mode === "practise" && data.practice;
    watching.hidden = practise;
    practising.hidden = !practise;
    stepper.listening = !practise;
    if (practise) stepper.pause();
    if (modes) modes.show(practise ? "practise" : "watch");
  }

  show(options.mode ?? "watch");
  const keyboard = options.keyboard ?? root;
  const onKey = (event) => stepper.key(event);
  keyboard.addEventListener("keydown", onKey);
  stepper.goTo(options.step ?? stepper.stepOf(options.log ?? 0));
  return {
    goTo: (step) => stepper.goTo(step),
    get step() {
      return stepper.at;
    },
    get log() {
      return stepper.at > 0 ? data.steps[stepper.at - 1].log : 0;
    },
    destroy() {
      stepper.pause();
      keyboard.removeEventListener("keydown", onKey);
      element.replaceChildren();
    },
  };
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

/* The position of the stepper in the log, and the commands that change it. */

class Stepper {
  constructor(element, data, options) {
    this.data = data;
    this.steps = data.steps;
    this.at = 0;
    this.listening = true;
    this.moved = options.moved ?? (() => {});
    this.cuts = this.steps.flatMap((step, i) => (step.kind === "cut" ? [i + 1] : []));
    const leaves = ({ kind }) => kind === "leave" || kind === "leaf";
    this.returns = new Map(this.steps.flatMap((step, i) => (leaves(step) ? [[step.node, i + 1]] : [])));
    this.picture = new Picture(data);
    if (options.expand) this.picture.letOpen(options.expand);
    this.controls = new Controls(this);
    this.line = new NumberLine(data);
    this.code = new Code(data.pseudocode);
    this.counts = new Counts(data);
    this.says = make("p", { class: "says", role: "status", "aria-live": "polite" });
    this.frame = make("div", { class: "tree", tabindex: "0", role: "region", "aria-label": "The tree" });
    this.frame.append(this.picture.svg);
    const beside = make("div", { class: "beside" });
    beside.append(...[this.line, this.counts, this.code].filter((part) => part.element).map((part) => part.element));
    const views = make("div", { class: this.picture.isWide ? "views wide" : "views" });
    views.append(this.frame, beside);
    element.append(this.controls.element, this.says, views, keyHelp());
  }

  get last() {
    return this.steps.length;
  }

  /* The number of steps up to an index of the log; an index inside a fold counts as before the fold. */
  stepOf(log) {
    const beyond = this.steps.findIndex((step) => step.log > log);
    return beyond < 0 ? this.last : beyond;
  }

  get nextCut() {
    return this.cuts.find((place) => place > this.at) ?? null;
  }

  /* The step at which the current node returns; if it has just returned, that of its parent. */
  get nextReturn() {
    if (this.at === 0) return this.last || null;
    let node = this.steps[this.at - 1].node;
    while (node >= 0 && !(this.returns.get(node) > this.at)) node = this.data.nodes[node].parent;
    return node < 0 ? null : this.returns.get(node);
  }

  goTo(step) {
    const to = Math.min(Math.max(Math.round(Number(step)) || 0, 0), this.last);
    for (; this.at < to; this.at += 1) this.picture.apply(this.steps[this.at]);
    for (; this.at > to; this.at -= 1) this.picture.undo(this.steps[this.at - 1]);
    this.render();
    this.moved(this.at);
  }

  render() {
    const step = this.at > 0 ? this.steps[this.at - 1] : null;
    this.picture.settle(step);
    this.says.textContent = step ? step.says : `Nothing is read yet. ${this.last.toLocaleString("en")} steps follow.`;
    this.says.classList.toggle("cut", step !== null && step.kind === "cut");
    this.line.show(step);
    this.code.show(step ? step.lines : []);
    this.counts.show(step);
    this.controls.show();
    if (step) reveal(this.frame, this.picture.nodes[step.node].group);
    if (this.at === this.last) this.pause();
  }

  move(where) {
    const places = {
      start: 0,
      back: this.at - 1,
      forward: this.at + 1,
      end: this.last,
      cut: this.nextCut,
      return: this.nextReturn,
    };
    if (places[where] !== null) this.goTo(places[where]);
  }

  /* Any command of the user stops the automatic play. */
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
    this.timer = setInterval(() => this.move("forward"), PACE);
    this.controls.show();
  }

  pause() {
    clearInterval(this.timer);
    this.timer = undefined;
    this.controls.show();
  }

  key(event) {
    const { key, target } = event;
    if (!this.listening || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target.matches?.("input:not([type=range]), textarea, select, [contenteditable]")) return;
    const moves = { ArrowLeft: "back", ArrowRight: "forward", Home: "start", End: "end", c: "cut", r: "return" };
    if (key === " " && !target.matches?.("button, a, summary, [role=button]")) this.togglePlay();
    else if (key in moves) this.press(moves[key]);
    else return;
    event.preventDefault();
  }
}

/* Scrolls the frame, and not the page, until the node is well inside. */
export function reveal(frame, group) {
  const inner = group.getBoundingClientRect();
  const outer = frame.getBoundingClientRect();
  const over = (low, high, from, to) => {
    const room = Math.min(48, (to - from) / 4);
    return low < from + room ? low - from - room : high > to - room ? high - to + room : 0;
  };
  const across = over(inner.left, inner.right, outer.left, outer.right);
  frame.scrollBy(across, over(inner.top, inner.bottom, outer.top, outer.bottom));
}

const ICONS = {
  start: "M2 2h2v12H2zM14 2v12L5 8z",
  back: "M12 2v12L3 8z",
  forward: "M4 2v12l9-6z",
  end: "M2 2v12l9-6zM12 2h2v12h-2z",
  play: "M3 2v12l10-6z",
  pause: "M3 2h4v12H3zM9 2h4v12H9z",
};

function icon(name) {
  const picture = svg("svg", { viewBox: "0 0 16 16", "aria-hidden": "true" });
  picture.append(svg("path", { d: ICONS[name] }));
  return picture;
}

export class Controls {
  constructor(stepper) {
    this.stepper = stepper;
    const press = (where) => () => stepper.press(where);
    this.buttons = {
      start: button("", { name: "To the start (Home)", icon: icon("start"), press: press("start") }),
      back: button("", { name: "One step back (←)", icon: icon("back"), press: press("back") }),
      forward: button("", { name: "One step forward (→)", icon: icon("forward"), press: press("forward") }),
      end: button("", { name: "To the end (End)", icon: icon("end"), press: press("end") }),
      play: button("Play", { press: () => stepper.togglePlay() }),
      cut: button("Next cut", { press: press("cut") }),
      return: button("Return", { name: "To the return of this node (r)", press: press("return") }),
    };
    this.buttons.forward.classList.add("chief");
    this.slider = make("input", { type: "range", min: "0", max: String(stepper.last), "aria-label": "Step" });
    this.slider.addEventListener("input", () => {
      const { value } = this.slider; // to pause sets it back to where the play is
      stepper.pause();
      stepper.goTo(value);
    });
    this.output = make("output");
    const place = make("div", { class: "place" });
    place.append(this.slider, this.output);
    this.element = make("div", { class: "controls", role: "toolbar", "aria-label": "Steps" });
    this.element.append(...Object.values(this.buttons), place);
    this.buttons.cut.hidden = stepper.cuts.length === 0;
  }

  show() {
    const { at, last, nextCut, nextReturn, playing } = this.stepper;
    const off = { start: at === 0, back: at === 0, forward: at === last, end: at === last };
    Object.assign(off, { cut: nextCut === null, return: nextReturn === null });
    // Not `disabled`: who is at a button by keyboard would be lost there.
    for (const [name, is] of Object.entries(off)) this.buttons[name].setAttribute("aria-disabled", String(is));
    this.buttons.play.replaceChildren(icon(playing ? "pause" : "play"), playing ? "Pause" : "Play");
    this.slider.value = String(at);
    this.slider.setAttribute("aria-valuetext", `step ${at} of ${last}`);
    this.output.textContent = `${at} of ${last}`;
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
      if (alpha >= beta) said.push("nothing is between them");
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

export class Code {
  constructor(lines) {
    this.lit = [];
    if (lines.length === 0) return;
    const list = make("ol");
    this.lines = lines.map((line) => make("li", {}, line.replace(/^ +/, (blanks) => blanks.slice(blanks.length / 2))));
    list.append(...this.lines);
    this.scroll = make("div", { class: "pseudocode", tabindex: "0", role: "region", "aria-label": "Pseudocode" });
    this.scroll.append(list);
    this.element = panel("Pseudocode", this.scroll);
    this.element.classList.add("code");
  }

  show(lit) {
    for (const line of this.lit) {
      line.classList.remove("lit");
      line.removeAttribute("aria-current");
    }
    this.lit = this.lines ? lit.map((i) => this.lines[i]) : [];
    for (const line of this.lit) {
      line.classList.add("lit");
      line.setAttribute("aria-current", "step");
    }
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

export function panel(title, ...content) {
  const element = make("section", { class: "panel" });
  element.append(make("h3", {}, title), ...content);
  return element;
}

export function keyHelp(keys = KEYS) {
  const help = make("p", { class: "keys" }, "Keys: ");
  keys.forEach(([key, what], i) => help.append(make("kbd", {}, key), ` ${what}${i < keys.length - 1 ? " · " : ""}`));
  return help;
}
