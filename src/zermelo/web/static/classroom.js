// The class: how to join it, the exercise, and a table of the answers.

import { choice, el, say } from "./dom.js";
import { picture } from "./picture.js";

export class ClassView {
  constructor(app) {
    this.app = app;
    this.kind = "alphabeta";
    this.seed = Math.floor(Math.random() * 10000);
    this.isShown = false; // whether the teacher's table shows names with answers; it may be on a projector
    this.parts = {
      join: el("section", { class: "join", "aria-label": "Joining" }),
      form: el("section", { "aria-label": "An exercise" }),
      exercise: el("section", { "aria-label": "The exercise" }),
      answers: el("section", { "aria-label": "The answers" }),
      trouble: el("p", { class: "trouble", role: "status" }),
    };
    const { join, form, exercise, answers, trouble } = this.parts;
    this.element = el("div", { class: "class-view" }, el("h1", {}, "Class"), join, form, trouble, exercise, answers);
    this.forget = app.connection.stream("class", {}, (status) => this.show(status), (message) => this.fail(message));
  }

  fail(message) {
    this.parts.trouble.textContent = message;
  }

  ask(type, fields = {}) {
    this.parts.trouble.textContent = "";
    return this.app.connection.ask(type, fields).catch((error) => this.fail(error.message));
  }

  show(status) {
    this.status = status;
    if (status.kinds) {
      this.kinds = status.kinds;
      this.drawForm();
    }
    this.drawJoining();
    this.drawExercise();
    this.drawAnswers();
  }

  drawJoining() {
    const { join, admitting, viewers } = this.status;
    const here = viewers.filter((viewer) => viewer.here).length;
    const words = admitting ? "Let nobody else join" : "Let others join";
    this.parts.join.replaceChildren(
      el("p", {}, "Join at ", el("strong", {}, join.link), " with the code ", el("strong", { class: "code" }, join.code)),
      el("p", { role: "status" }, `${here} ${here === 1 ? "person is" : "people are"} here${admitting ? "" : "; nobody else can join"}.`),
      el("button", { type: "button", class: "quiet", click: () => this.ask("admit", { open: !admitting }) }, words),
    );
  }

  drawForm() {
    const tree = el("input", { placeholder: "((3 12 8) (2 4 6) (14 5 2))", spellcheck: false, value: "" });
    const seed = el("input", { type: "number", min: 0, value: String(this.seed) });
    const pose = async (event) => {
      event.preventDefault();
      await this.ask("pose", { kind: this.kind, seed: Number(seed.value) || 0, tree: tree.value });
      seed.value = String(Number(seed.value) + 1);
    };
    const kinds = this.kinds.map((name) => [name, name]);
    this.parts.form.replaceChildren(
      el(
        "form",
        { class: "settings", submit: pose },
        choice("Exercise in", kinds, this.kind, (value) => {
          this.kind = value;
        }),
        el("label", { class: "field" }, el("span", {}, "Seed"), seed),
        el("label", { class: "field wide" }, el("span", {}, "or a tree of your own"), tree),
        el("button", { class: "primary" }, "Ask the class"),
      ),
    );
  }

  drawExercise() {
    const { exercise } = this.status;
    if (!exercise) return this.parts.exercise.replaceChildren();
    const { heading, text, parts, options, open, picture: svg } = exercise;
    const reveal = el("button", { type: "button", click: () => this.ask("conclude", { reveal: true }) }, "Show the answers to the class");
    const withdraw = el("button", { type: "button", class: "quiet", click: () => this.ask("conclude", { reveal: false }) }, "Remove the exercise");
    return this.parts.exercise.replaceChildren(
      el("h2", {}, heading),
      el("p", {}, text),
      parts.length ? el("ol", {}, parts.map((part) => el("li", {}, part))) : "",
      svg ? picture(svg, "") : "",
      options.length ? el("ul", { class: "plain" }, options.map(([letter, words]) => el("li", {}, `${letter}. ${words}`))) : "",
      el("div", { class: "buttons" }, open ? reveal : "", withdraw),
    );
  }

  drawAnswers() {
    const { viewers, exercise } = this.status;
    const answered = viewers.filter(({ answers }) => answers).length;
    const show = el("input", { type: "checkbox", checked: this.isShown, change: () => this.toggle() });
    const head = exercise ? [el("p", { role: "status" }, `${answered} of ${viewers.length} have answered.`), el("label", {}, show, " Show the answers here")] : [];
    this.parts.answers.replaceChildren(...head, viewers.length ? this.table(viewers, exercise) : el("p", { class: "note" }, "Nobody has joined yet."));
  }

  toggle() {
    this.isShown = !this.isShown;
    this.drawAnswers();
  }

  table(viewers, exercise) {
    const fields = exercise?.fields ?? [];
    const key = exercise && this.isShown ? el("tr", { class: "key" }, el("th", { scope: "row" }, "Key"), exercise.key.map((answer) => el("td", {}, answer)), el("td", {})) : null;
    const rows = viewers.map(({ name, here, answers }) =>
      el(
        "tr",
        { class: here ? "" : "away" },
        el("th", { scope: "row" }, name, here ? "" : el("small", {}, " (away)")),
        fields.map((_, i) => this.cell(answers?.[i])),
        el("td", {}, el("button", { type: "button", class: "quiet", "aria-label": `Remove ${name}`, click: () => this.ask("remove", { name }) }, "Remove")),
      ),
    );
    const head = el("tr", {}, el("th", { scope: "col" }, "Name"), fields.map((field) => el("th", { scope: "col" }, field)), el("td", {}));
    return el("table", { class: "facts answers" }, el("thead", {}, head), el("tbody", {}, key, rows));
  }

  cell(answer) {
    if (!answer) return el("td", {}, "–");
    const [text, right] = answer;
    if (!this.isShown) return el("td", {}, "answered");
    return el("td", { class: right ? "right" : "wrong" }, `${right ? "✓" : "✗"} ${text || "no answer"}`);
  }

  close() {
    this.forget();
    say("");
  }
}
