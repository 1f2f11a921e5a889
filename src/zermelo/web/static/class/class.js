// A viewer of a class: joins with a name and a code, follows the teacher's board and tree, and answers exercises.

import { el } from "../static/dom.js";
import { picture } from "../static/picture.js";

const TICKET = "zermelo-ticket";
const FIRST_WAIT = 500;
const LONGEST_WAIT = 8000;

class Viewer {
  constructor() {
    this.main = document.getElementById("main");
    this.status = document.getElementById("connection");
    this.wait = FIRST_WAIT;
    const ticket = sessionStorage.getItem(TICKET);
    if (ticket) this.connect({ type: "return", ticket });
    else this.askToJoin("");
  }

  // Joining.

  askToJoin(message) {
    this.ended = true;
    const name = el("input", { required: true, maxlength: 40, autocomplete: "name", value: this.name ?? "" });
    const code = el("input", { required: true, maxlength: 12, autocomplete: "off", autocapitalize: "characters", spellcheck: false });
    const join = (event) => {
      event.preventDefault();
      this.name = name.value;
      this.connect({ type: "join", name: name.value, code: code.value });
    };
    this.main.replaceChildren(
      el(
        "form",
        { class: "join", submit: join },
        el("h1", {}, "Join the class"),
        el("label", {}, "Your name", name),
        el("label", {}, "The code", code),
        el("button", {}, "Join"),
        el("p", { class: "trouble", role: "alert" }, message),
      ),
    );
    (this.name ? code : name).focus();
  }

  connect(first) {
    this.ended = false;
    this.socket = new WebSocket(`ws://${location.host}/socket`);
    this.socket.addEventListener("open", () => this.socket.send(JSON.stringify(first)));
    this.socket.addEventListener("message", (event) => this.receive(JSON.parse(event.data)));
    this.socket.addEventListener("close", (event) => this.lost(event.reason));
  }

  lost(reason) {
    if (this.ended) return;
    const ticket = sessionStorage.getItem(TICKET);
    if (!ticket) {
      this.askToJoin(reason || "The class cannot be reached.");
      return;
    }
    this.status.textContent = "not connected, trying again";
    setTimeout(() => this.connect({ type: "return", ticket }), this.wait * (0.5 + Math.random()));
    this.wait = Math.min(LONGEST_WAIT, this.wait * 2);
  }

  receive(message) {
    const handlers = {
      joined: () => this.joined(message),
      refused: () => this.refused(message.message),
      removed: () => this.removed(message.message),
      board: () => this.showBoard(message),
      tree: () => this.showTree(message),
      step: () => this.goTo(message.step),
      nothing: () => this.showNothing(message),
      exercise: () => this.showExercise(message.exercise),
    };
    handlers[message.type]?.();
  }

  joined({ name, ticket }) {
    sessionStorage.setItem(TICKET, ticket);
    this.wait = FIRST_WAIT;
    this.status.textContent = "";
    document.getElementById("who").textContent = name;
    if (this.exercise?.isConnected) return;
    this.exercise = el("section", { "aria-label": "Exercise" });
    this.shown = el("section", { "aria-label": "What the teacher shows" });
    this.trouble = el("p", { class: "trouble", role: "alert" });
    this.main.replaceChildren(this.trouble, this.exercise, this.shown);
  }

  refused(message) {
    if (this.exercise?.isConnected && this.socket.readyState === WebSocket.OPEN) this.trouble.textContent = message;
    if (this.exercise?.isConnected && sessionStorage.getItem(TICKET) && !message.includes("join again")) return;
    sessionStorage.removeItem(TICKET);
    this.askToJoin(message);
  }

  removed(message) {
    this.ended = true;
    this.status.textContent = message;
    sessionStorage.removeItem(TICKET);
  }

  // The teacher's board or tree.

  clear() {
    this.stepper?.destroy();
    this.stepper = null;
    this.drawing = Symbol("what is being drawn");
    return this.drawing;
  }

  showNothing({ message }) {
    this.clear();
    this.shown.replaceChildren(el("p", { class: "note" }, message ?? "The teacher shows nothing at the moment."));
  }

  showBoard({ title, turn, text, picture: svg, moves }) {
    this.clear();
    this.shown.replaceChildren(
      el("h2", {}, title),
      el("div", { class: "board" }, picture(svg, text)),
      el("p", { class: "turn", role: "status" }, turn[0].toUpperCase() + turn.slice(1)),
      moves.length ? el("ol", { class: "moves" }, moves.map((move) => el("li", {}, move))) : "",
    );
  }

  async showTree({ stepping }) {
    const drawing = this.clear();
    const { mountStepper } = await import("../assets/stepper.js");
    if (drawing !== this.drawing) return;
    const stage = el("div", { class: "stepper" });
    this.shown.replaceChildren(stage);
    this.stepper = mountStepper(stage, { ...stepping, practice: false });
    if (this.step !== undefined) this.stepper.goTo(this.step);
    this.step = undefined;
  }

  goTo(step) {
    if (this.stepper) this.stepper.goTo(step);
    else this.step = step;
  }

  // Exercises.

  showExercise(exercise) {
    this.trouble.textContent = "";
    if (!exercise) {
      this.exercise.replaceChildren();
      this.number = null;
      return;
    }
    const { number, heading, text, parts, fields, options, open, yours, key, right, whys, picture: svg } = exercise;
    const isSame = number === this.number && open && this.exercise.querySelector("form");
    this.number = number;
    if (isSame) {
      this.exercise.querySelector(".sent").textContent = yours ? "Your answer has arrived. You can change it." : "";
      return;
    }
    const inputs = fields.map((_, i) => this.input(options, yours?.[i] ?? ""));
    const send = (event) => {
      event.preventDefault();
      const answers = inputs.map(({ read }) => read());
      this.socket.send(JSON.stringify({ type: "answer", exercise: number, answers }));
    };
    const rows = fields.map((field, i) => el(options.length ? "div" : "label", { class: "answer-row" }, options.length ? "" : el("span", {}, field), inputs[i].element));
    this.exercise.replaceChildren(
      el("h2", {}, heading),
      el("p", {}, text),
      parts.length ? el("ol", {}, parts.map((part) => el("li", {}, part))) : "",
      svg ? el("div", { class: "tree" }, picture(svg, "")) : "",
      open
        ? el("form", { submit: send }, rows, el("button", {}, "Send"), el("p", { class: "sent", role: "status" }, yours ? "Your answer has arrived. You can change it." : ""))
        : this.verdict({ fields, options, yours, key, right, whys }),
    );
  }

  /** A field for one answer: a text, or the choice between the options. */
  input(options, value) {
    if (!options.length) {
      const field = el("input", { maxlength: 200, autocomplete: "off", spellcheck: false, value });
      return { element: field, read: () => field.value };
    }
    const radios = options.map(([letter]) => el("input", { type: "radio", name: "choice", value: letter, checked: letter === value }));
    const element = el("div", { class: "options" }, options.map(([letter, words], i) => el("label", {}, radios[i], ` ${letter}. ${words}`)));
    return { element, read: () => radios.find((radio) => radio.checked)?.value ?? "" };
  }

  verdict({ fields, options, yours, key, right, whys }) {
    if (!key) return el("p", { class: "note" }, "No more answers are taken.");
    const rows = fields.map((field, i) => {
      const mark = yours ? (right[i] ? "✓" : "✗") : "–";
      return el("li", { class: yours && right[i] ? "right" : "wrong" }, `${mark} ${field}: ${key[i]}`, yours && !right[i] ? ` (you wrote ${yours[i] || "nothing"})` : "");
    });
    const reasons = options.map(([letter, words], i) => el("li", { class: letter === key[0] ? "right" : "" }, `${letter}. ${words} `, el("em", {}, whys[i])));
    return el("div", {}, el("ul", { class: "verdict" }, rows), reasons.length ? el("ul", { class: "verdict" }, reasons) : "");
  }
}

new Viewer();
