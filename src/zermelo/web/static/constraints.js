// A constraint satisfaction problem, and an algorithm on it step by step.

import { choice, el, say } from "./dom.js";

const ALGORITHMS = ["backtracking", "forward", "mac", "ac3", "tree", "cutset", "components", "minconflicts"];
const ORDERS = [["", "as written"], ["mrv", "mrv"], ["mrv,degree", "mrv, degree"], ["mrv,degree,lcv", "mrv, degree, lcv"]];
const ORDERED = ["backtracking", "forward", "mac", "ac3", "components"];
const EXAMPLE = "australia";

export class ConstraintsView {
  constructor(app, options) {
    this.app = app;
    this.problem = options.problem || EXAMPLE;
    this.algorithm = options.algorithm || "mac";
    this.order = options.order ?? "";
    this.verdict = el("pre", { class: "note" });
    this.stage = el("div", { class: "stepper" });
    const about = "Variables, their domains, and what may hold together: choose a problem, or write one.";
    const lead = el("div", { class: "lead" }, el("h1", {}, "Constraints"), el("p", { class: "kind" }, about));
    this.element = el("div", { class: "tree-view constraints-view" }, lead, this.form(), this.verdict, this.stage);
    this.load();
  }

  get options() {
    return { problem: this.problem, algorithm: this.algorithm, order: this.order };
  }

  form() {
    const text = el("input", { value: this.problem, placeholder: "A B C in 1..3; A < B; B != C", list: "problems", spellcheck: false, "aria-label": "A problem" });
    this.known = el("datalist", { id: "problems" });
    const show = (event) => {
      event.preventDefault();
      this.set("problem", text.value.trim() || EXAMPLE);
    };
    return el(
      "form",
      { class: "settings", submit: show },
      choice("Algorithm", ALGORITHMS.map((name) => [name, name]), this.algorithm, (value) => this.set("algorithm", value)),
      choice("Order", ORDERS, this.order, (value) => this.set("order", value)),
      el("label", { class: "field wide" }, el("span", {}, "Problem"), el("span", { class: "joined" }, text, el("button", {}, "Show")), this.known),
    );
  }

  set(name, value) {
    this[name] = value;
    this.app.changed(this.options);
    this.load();
  }

  load() {
    this.stage.setAttribute("aria-busy", "true");
    const order = ORDERED.includes(this.algorithm) ? this.order : "";
    this.app.connection.stream(
      "constraints",
      { problem: this.problem, algorithm: this.algorithm, order },
      (answer) => this.mount(answer),
      (message) => this.fail(message),
    );
  }

  async mount({ stepping, verdict, problems }) {
    const { mountConstraints } = await import("../assets/constraints.js");
    if (this.closed) return;
    this.stepper?.destroy();
    this.stage.replaceChildren();
    this.stage.removeAttribute("aria-busy");
    this.verdict.textContent = verdict;
    this.known.replaceChildren(...problems.map((value) => el("option", { value })));
    this.stepper = mountConstraints(this.stage, stepping, { keyboard: document });
  }

  fail(message) {
    this.stepper?.destroy();
    this.stepper = null;
    this.verdict.textContent = "";
    this.stage.removeAttribute("aria-busy");
    this.stage.replaceChildren(el("p", { class: "trouble" }, message));
    say(message);
  }

  close() {
    this.closed = true;
    this.stepper?.destroy();
  }
}
