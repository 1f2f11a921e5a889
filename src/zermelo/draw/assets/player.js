/* The base of all steppers: a position in a list of steps, the commands that change it, and the elements that show it.

   A stepper is a subclass of StepPlayer. It passes to the constructor
     stage    the picture, which has svg, apply(step) and undo(step)
     words    { label: of the picture, nothing: the text before the first step, leap: the text of the button that leads
              to the next step of interest }
     leaps    the numbers of steps after which such a step was taken
     keys     further keys for the line of help
   and may define render(step), which is called with the last step, or null before the first one. */

import { button, make, svg } from "./picture.js";
import { Zoom } from "./zoom.js";

const PACE = 1000;
const KEYS = [
  ["←", "back"],
  ["→", "forward"],
  ["Home", "start"],
  ["End", "end"],
  ["space", "play"],
];
const ZOOM_KEYS = [["+ − 0", "zoom, fit"]];

export class StepPlayer {
  constructor(element, { data, stage, words, leaps, keys }) {
    this.data = data;
    this.steps = data.steps;
    this.stage = stage;
    this.words = words;
    this.leaps = leaps;
    this.at = 0;
    this.listening = true;
    this.says = make("p", { class: "says", role: "status", "aria-live": "polite" });
    this.frame = make("div", { class: "tree", tabindex: "0", role: "region", "aria-label": words.label });
    this.frame.append(stage.svg);
    this.zoom = new Zoom(this.frame, stage.svg);
    this.code = new Code(data.pseudocode);
    this.controls = new Controls(this);
    this.beside = make("div", { class: "beside" });
    this.views = make("div", { class: "views" });
    const drawn = make("div", { class: "drawn" });
    drawn.append(this.zoom.element, this.frame);
    this.views.append(drawn, this.beside);
    element.append(this.controls.element, this.says, this.views, keyHelp([...KEYS, ...keys, ...ZOOM_KEYS]));
  }

  get last() {
    return this.steps.length;
  }

  get nextLeap() {
    return this.leaps.find((place) => place > this.at) ?? null;
  }

  /* Where "Return" leads; null if there is no such place. */
  get nextReturn() {
    return null;
  }

  goTo(step) {
    const to = Math.min(Math.max(Math.round(Number(step)) || 0, 0), this.last);
    for (; this.at < to; this.at += 1) this.stage.apply(this.steps[this.at]);
    for (; this.at > to; this.at -= 1) this.stage.undo(this.steps[this.at - 1]);
    const taken = this.at > 0 ? this.steps[this.at - 1] : null;
    this.says.textContent = taken ? taken.says : `${this.words.nothing} ${this.last.toLocaleString("en")} steps follow.`;
    this.code.show(taken ? taken.lines : []);
    this.render(taken);
    this.controls.show();
    if (this.at === this.last) this.pause();
  }

  render() {}

  move(where) {
    const places = {
      start: 0,
      back: this.at - 1,
      forward: this.at + 1,
      end: this.last,
      leap: this.nextLeap,
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
    const moves = { ArrowLeft: "back", ArrowRight: "forward", Home: "start", End: "end", c: "leap", r: "return" };
    if (key === " " && !target.matches?.("button, a, summary, [role=button]")) this.togglePlay();
    else if (key in moves) this.press(moves[key]);
    else if (!this.zoom.key(key)) return;
    event.preventDefault();
  }
}

/* Puts a stepper into an element, and gives it the keyboard. Returns { goTo(step), step, destroy() }. */
export function mount(element, root, stepper, { keyboard = root, step = 0 }) {
  element.replaceChildren(root);
  const onKey = (event) => stepper.key(event);
  keyboard.addEventListener("keydown", onKey);
  stepper.goTo(step);
  return {
    goTo: (to) => stepper.goTo(to),
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

class Controls {
  constructor(stepper) {
    this.stepper = stepper;
    const press = (where) => () => stepper.press(where);
    this.buttons = {
      start: button("", { name: "To the start (Home)", icon: icon("start"), press: press("start") }),
      back: button("", { name: "One step back (←)", icon: icon("back"), press: press("back") }),
      forward: button("", { name: "One step forward (→)", icon: icon("forward"), press: press("forward") }),
      end: button("", { name: "To the end (End)", icon: icon("end"), press: press("end") }),
      play: button("Play", { press: () => stepper.togglePlay() }),
      leap: button(stepper.words.leap, { press: press("leap") }),
      return: button("Return", { name: "To the return of this node (r)", press: press("return") }),
    };
    this.buttons.forward.classList.add("chief");
    this.slider = make("input", { type: "range", min: "0", max: String(stepper.last), "aria-label": "Step" });
    this.slider.addEventListener("input", () => {
      const { value } = this.slider; // pausing resets the slider to the current step
      stepper.pause();
      stepper.goTo(value);
    });
    this.output = make("output");
    const place = make("div", { class: "place" });
    place.append(this.slider, this.output);
    this.element = make("div", { class: "controls", role: "toolbar", "aria-label": "Steps" });
    this.element.append(...Object.values(this.buttons), place);
    this.buttons.leap.hidden = stepper.leaps.length === 0;
    this.buttons.return.hidden = stepper.nextReturn === null;
  }

  show() {
    const { at, last, nextLeap, nextReturn, playing } = this.stepper;
    const off = { start: at === 0, back: at === 0, forward: at === last, end: at === last };
    Object.assign(off, { leap: nextLeap === null, return: nextReturn === null });
    // Not `disabled`: a keyboard user at the button would lose the focus.
    for (const [name, is] of Object.entries(off)) this.buttons[name].setAttribute("aria-disabled", String(is));
    this.buttons.play.replaceChildren(icon(playing ? "pause" : "play"), playing ? "Pause" : "Play");
    this.slider.value = String(at);
    this.slider.setAttribute("aria-valuetext", `step ${at} of ${last}`);
    this.output.textContent = `${at} of ${last}`;
  }
}

class Code {
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

export function panel(title, ...content) {
  const element = make("section", { class: "panel" });
  element.append(make("h3", {}, title), ...content);
  return element;
}

function keyHelp(keys) {
  const help = make("p", { class: "keys" }, "Keys: ");
  keys.forEach(([key, what], i) => help.append(make("kbd", {}, key), ` ${what}${i < keys.length - 1 ? " · " : ""}`));
  return help;
}
