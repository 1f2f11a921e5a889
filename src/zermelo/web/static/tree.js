// The tree that an algorithm reads, step by step: from the board's position, or from a tree that was typed.

import { readMoves } from "./address.js";
import { choice, el, say } from "./dom.js";
import { Study } from "./study.js";

const EXAMPLE = "((3 12 8) (2 4 6) (14 5 2))";
const OPPONENTS = ["random", "level=0.3", "temperature=2", "depth=2", "perfect"];
const FROM = [["left", "the left"], ["right", "the right"], ["best", "the best"]];

export class TreeView {
  constructor(app, options) {
    this.app = app;
    this.study = app.study;
    this.typed = isTree(this.study.game);
    this.algorithm = options.algorithm ?? "";
    this.depth = options.depth ?? (this.typed ? "" : "2");
    this.from = options.from ?? "left";
    this.opponent = options.opponent ?? "";
    this.opened = [];
    this.title = el("h1", {}, this.typed ? "Tree" : "Tree from the board");
    this.about = el("p", { class: "kind" });
    this.notes = el("p", { class: "note" });
    this.stage = el("div", { class: "stepper" });
    this.element = el("div", { class: "tree-view" }, el("div", { class: "lead" }, this.title, this.about), this.form(), this.notes, this.stage);
    this.load();
  }

  get options() {
    const from = this.from === "left" ? "" : this.from;
    return { algorithm: this.algorithm, depth: this.depth, from, opponent: this.hasOpponent ? this.opponent : "" };
  }

  /** Whether the algorithm is for an opponent who errs. */
  get hasOpponent() {
    return this.algorithm === "expectimax";
  }

  form() {
    const text = el("input", { value: this.typed ? this.study.game : "", placeholder: EXAMPLE, spellcheck: false, "aria-label": "A tree" });
    const show = (event) => {
      event.preventDefault();
      const typed = document.activeElement;
      if (typed instanceof HTMLInputElement && typed !== text) return; // Enter in another field changes only that
      this.app.go("tree", new Study(this.app.connection, { game: text.value.trim() || EXAMPLE, start: "", ...readMoves("") }));
    };
    const depth = el("input", { type: "number", min: 1, max: 40, value: this.depth, placeholder: "to the end", change: (e) => this.set("depth", e.target.value) });
    const opponent = el("input", { value: this.opponent, placeholder: "random", list: "opponents", spellcheck: false, change: (e) => this.set("opponent", e.target.value.trim()) });
    const known = el("datalist", { id: "opponents" }, OPPONENTS.map((value) => el("option", { value })));
    this.settings = el(
      "form",
      { class: "settings", submit: show },
      this.algorithms(),
      el("label", { class: "field opponent" }, el("span", {}, "Opponent"), opponent, known),
      el("label", { class: "field" }, el("span", {}, "Depth in plies"), depth),
      choice("Read from", FROM, this.from, (value) => this.set("from", value)),
      el("label", { class: "field wide" }, el("span", {}, "A tree of your own"), el("span", { class: "joined" }, text, el("button", {}, "Show"))),
    );
    this.settings.classList.toggle("against", this.hasOpponent);
    return this.settings;
  }

  /** The choice of the algorithm; which there are, the server says. */
  algorithms() {
    const offer = (names) => choice("Algorithm", [["", "automatic"], ...names.map((name) => [name, name])], this.algorithm, (value) => this.set("algorithm", value));
    const field = offer(this.algorithm ? [this.algorithm] : []);
    this.app.games.then(({ methods }) => {
      const names = methods.filter((method) => method.questions.includes("tree")).map((method) => method.name);
      field.replaceChildren(...offer(names).children);
    });
    return field;
  }

  set(name, value) {
    this[name] = value;
    this.opened = [];
    this.settings.classList.toggle("against", this.hasOpponent);
    this.app.changed(this.options);
    this.load();
  }

  load() {
    if (!this.typed) {
      this.study.positionAt(this.study.current).then(
        ({ title, turn }) => {
          const ply = this.study.current.ply;
          this.about.textContent = `${title}, ${ply ? `after ${ply} ${ply === 1 ? "move" : "moves"}` : "from the beginning"}: ${turn}`;
        },
        () => {},
      );
    }
    this.stage.setAttribute("aria-busy", "true");
    const { algorithm, opponent } = this.options;
    const fields = { ...this.study.place(this.study.current), method: algorithm, opponent, depth: Number(this.depth) || 0, read_from: this.from, opened: this.opened };
    this.app.connection.stream(
      "tree",
      fields,
      (answer) => this.mount(answer),
      (message) => this.fail(message),
    );
  }

  async mount({ stepping, notes }) {
    const { mountStepper } = await import("../assets/stepper.js");
    if (this.closed) return;
    const log = this.opened.length ? this.stepper?.log : undefined; // a fold that opens leaves one where one is
    this.stepper?.destroy();
    this.stage.replaceChildren();
    this.stage.removeAttribute("aria-busy");
    this.notes.textContent = notes.join(". ");
    this.stepper = mountStepper(this.stage, stepping, { log, keyboard: document, expand: (word) => this.expand(word) });
  }

  expand(word) {
    this.opened = [...this.opened, word];
    this.load();
  }

  fail(message) {
    this.stepper?.destroy();
    this.stepper = null;
    this.notes.textContent = "";
    this.stage.removeAttribute("aria-busy");
    this.stage.replaceChildren(el("p", { class: "trouble" }, message));
    say(message);
  }

  close() {
    this.closed = true;
    this.stepper?.destroy();
  }
}

/** Whether the text is a tree and not the name of a game, behind which its parameters may stand. */
function isTree(text) {
  return !/^\w+(:|$)/.test(text.trim());
}
