// A constraint satisfaction problem, and an algorithm on it step by step.

import { choice, el } from "./dom.js";
import { StepperView } from "./stepper_view.js";

const ALGORITHMS = ["backtracking", "forward", "mac", "ac3", "tree", "cutset", "components", "minconflicts"];
const ORDERS = [["", "as written"], ["mrv", "mrv"], ["mrv,degree", "mrv, degree"], ["mrv,degree,lcv", "mrv, degree, lcv"]];
const ORDERED = ["backtracking", "forward", "mac", "ac3", "components"];
const EXAMPLE = "australia";

export class ConstraintsView extends StepperView {
  constructor(app, options) {
    super(app);
    this.problem = options.problem || EXAMPLE;
    this.algorithm = options.algorithm || "mac";
    this.order = options.order ?? "";
    this.verdict = el("pre", { class: "note" });
    const about = "Variables, their domains, and the constraints between them: choose a problem, or write one.";
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

  load() {
    const order = ORDERED.includes(this.algorithm) ? this.order : "";
    const fields = { problem: this.problem, algorithm: this.algorithm, order };
    this.ask("constraints", fields, (answer, clear) => this.show(answer, clear));
  }

  async show({ stepping, verdict, problems }, clear) {
    const { mountConstraints } = await import("../assets/constraints.js");
    if (!clear()) return null;
    this.verdict.textContent = verdict;
    this.known.replaceChildren(...problems.map((value) => el("option", { value })));
    return mountConstraints(this.stage, stepping, { keyboard: document });
  }

  fail(message) {
    this.verdict.textContent = "";
    super.fail(message);
  }
}
