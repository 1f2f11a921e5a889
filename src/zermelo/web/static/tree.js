// The search tree of an algorithm, step by step: from the board's position, or from a typed tree.

import { readMoves } from "./address.js";
import { choice, el } from "./dom.js";
import { methodControls, readMethod, writeMethod } from "./methods.js";
import { StepperView } from "./stepper_view.js";
import { Study } from "./study.js";

const EXAMPLE = "((3 12 8) (2 4 6) (14 5 2))";

export class TreeView extends StepperView {
  constructor(app, options) {
    super(app);
    this.study = app.study;
    this.typed = isTree(this.study.game);
    this.method = readMethod(options);
    this.depth = options.depth ?? (this.typed ? "" : "2");
    this.boards = options.boards ?? "";
    this.colour = options.colour ?? "";
    this.opened = [];
    this.title = el("h1", {}, this.typed ? "Tree" : "Tree from the board");
    this.about = el("p", { class: "kind" });
    this.notes = el("p", { class: "note" });
    this.element = el("div", { class: "tree-view" }, el("div", { class: "lead" }, this.title, this.about), this.form(), this.notes, this.stage);
    this.load();
  }

  get options() {
    return { ...writeMethod(this.method), depth: this.depth, boards: this.boards, colour: this.colour };
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
    this.depthField = el("label", { class: "field" }, el("span", {}, "Depth in plies"), depth);
    this.methods = el("div", { class: "methods" });
    this.drawMethods();
    return el(
      "form",
      { class: "settings", submit: show },
      this.methods,
      this.depthField,
      choice("Boards", [["", "in nodes"], ["none", "none"]], this.boards, (value) => this.set("boards", value)),
      choice("Colour", [["", "whose node"], ["winner", "who wins"]], this.colour, (value) => this.set("colour", value)),
      el("label", { class: "field wide" }, el("span", {}, "A tree of your own"), el("span", { class: "joined" }, text, el("button", {}, "Show"))),
    );
  }

  /** The choice of the method and its options, as the server declares them. */
  drawMethods() {
    this.app.games.then(({ methods }) => {
      const drawing = methods.filter(({ questions }) => questions.includes("tree"));
      this.depthField.hidden = !this.hasDepth(methods);
      const isOpen = this.methods.querySelector("details")?.open ?? matchMedia("(min-width: 48rem)").matches;
      this.methods.replaceChildren(...methodControls(drawing, "tree", this.method, isOpen, (method) => this.set("method", method)));
    });
  }

  /** Whether the method reads the tree down to a depth: playouts do not. */
  hasDepth(methods) {
    return methods.find(({ name }) => name === this.method.name)?.depth ?? true;
  }

  set(name, value) {
    this.opened = [];
    super.set(name, value);
    this.drawMethods();
  }

  async load() {
    if (!this.typed) this.describe();
    const { methods } = await this.app.games;
    if (this.closed) return;
    const depth = this.hasDepth(methods) ? Number(this.depth) || 0 : 0;
    const by = { method: this.method.name, options: this.method.options };
    const look = { boards: this.boards !== "none", colour: this.colour || "role" };
    const fields = { ...this.study.place(this.study.current), ...by, ...look, depth, opened: this.opened };
    this.ask("tree", fields, (answer, clear) => this.show(answer, clear));
  }

  /** Says where the tree begins. */
  describe() {
    this.study.positionAt(this.study.current).then(
      ({ title, turn }) => {
        const ply = this.study.current.ply;
        this.about.textContent = `${title}, ${ply ? `after ${ply} ${ply === 1 ? "move" : "moves"}` : "from the beginning"}: ${turn}`;
      },
      () => {},
    );
  }

  async show({ stepping, notes }, clear) {
    const { mountStepper } = await import("../assets/stepper.js");
    const log = this.opened.length ? this.stepper?.log : undefined; // opening a fold keeps the position
    if (!clear()) return null;
    this.notes.textContent = notes.join(". ");
    const options = {
      log,
      keyboard: document,
      moved: (step) => this.app.sharing?.step(step),
      expand: (word) => this.expand(word),
      open: (actions) => this.open(actions),
    };
    return mountStepper(this.stage, stepping, options);
  }

  expand(word) {
    this.opened = [...this.opened, word];
    this.load();
  }

  /** Opens the position after these actions on the board. */
  open(actions) {
    this.study.current = actions.reduce((move, name) => move.play(name), this.study.current);
    this.app.go("board");
  }

  fail(message) {
    this.notes.textContent = "";
    super.fail(message);
  }
}

/** Whether the text is a tree, and not the name of a game with or without parameters. */
function isTree(text) {
  return !/^\w+(:|$)/.test(text.trim());
}
