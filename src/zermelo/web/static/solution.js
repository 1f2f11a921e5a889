// The exact value of a position: every action with its value and distance, and the values of the play so far.

import { el, oneOf, say } from "./dom.js";
import { followClicks, graph } from "./graph.js";
import { drawValues } from "./overlays.js";
import { areasOf, picture } from "./picture.js";
import { Pointing } from "./pointing.js";
import { strategyTable } from "./strategy.js";

const number = (value) => (value < 1e-9 ? "0" : value.toPrecision(3));

export class SolutionView {
  constructor(app) {
    this.app = app;
    this.study = app.study;
    this.parts = {
      title: el("div", { class: "lead" }, el("h1", {}, "Solution")),
      picture: el("div", { class: "picture" }),
      value: el("section", { class: "analysis", "aria-label": "Value" }, el("p", { class: "note" }, "Solving …")),
      actions: el("section", { "aria-label": "Actions" }),
      history: el("section", { class: "history", "aria-label": "Value history" }),
    };
    const { title, picture, value, actions, history } = this.parts;
    followClicks(history, () => [this.study.root, ...this.study.current.line], (move) => this.go(move));
    this.element = el(
      "div",
      { class: "solution-view" },
      el("section", { class: "stage", "aria-label": "Position" }, title, el("div", { class: "table" }, picture)),
      el("aside", { class: "panel" }, value, actions),
      history,
    );
    this.load();
  }

  async load() {
    const move = this.study.current;
    try {
      this.position = await this.study.positionAt(move);
    } catch (error) {
      this.fail(error.message);
      return;
    }
    if (this.closed || move !== this.study.current) return;
    this.app.changed();
    const { title, turn } = this.position;
    this.parts.title.replaceChildren(el("h1", {}, title), el("p", { class: "kind" }, turn));
    this.drawBoard();
    this.app.connection.stream(
      "solve",
      this.study.place(move),
      (answer) => (answer.equilibrium ? this.drawEquilibrium(answer.equilibrium) : this.draw(answer)),
      (message) => this.fail(message),
    );
  }

  /** The board, on which actions can be played. */
  drawBoard() {
    const drawn = picture(this.position.picture, this.position.text);
    this.parts.picture.replaceChildren(drawn);
    this.pointing = new Pointing(drawn, areasOf(drawn), this.position, (names) => oneOf(names, (name) => this.play(name)));
    this.pointing.changed = () => this.drawValues();
    this.worths = {};
    this.drawValues();
  }

  /** Marks what can be touched on the board, with the values that are known. */
  drawValues() {
    this.pointing.mark();
    if (this.pointing.drawn.viewBox) drawValues(this.pointing, this.worths, Object.keys(this.worths)[0], 0);
  }

  draw({ value, actions, history, how, done }) {
    const known = value ? el("p", { class: "value" }, el("strong", {}, value.short[0]), " ", el("span", {}, "proved")) : null;
    const unknown = value ? null : el("p", { class: "value" }, done === false ? "Solving …" : "Not solved");
    this.parts.value.replaceChildren(...[known, unknown, el("p", { class: "note", role: "status" }, how)].filter(Boolean));
    if (done !== false) say(value ? `Solved: ${value.words[0]}` : "Not solved");
    this.worths = Object.fromEntries(actions.filter(({ worth }) => worth).map(({ name, worth }) => [name, worth]));
    this.drawValues();
    this.drawActions(actions);
    this.drawHistory(history);
  }

  /** For games with hidden information: the value of the whole game, and the equilibrium's strategy at each view. */
  drawEquilibrium({ value, proved, method, exploitability, nash_conv, notes, sets, more }) {
    const isFound = exploitability !== undefined && exploitability !== null;
    const figures = isFound ? `by ${method}; exploitability ${number(exploitability)}, NashConv ${number(nash_conv)}` : "";
    const parts = [
      el("p", { class: "value" }, value ? el("strong", {}, value) : "Not solved", " ", el("span", {}, value ? (proved ? "proved" : "estimated") : "")),
      el("p", { class: "note", role: "status" }, figures),
      ...notes.map((note) => el("p", { class: "note" }, note)),
    ];
    this.parts.value.replaceChildren(...parts);
    const strategies = sets.map(({ player, seen, choices }) => el("section", {}, el("h2", {}, `${player}: ${seen}`), strategyTable(choices)));
    const rest = more ? [el("p", { class: "note" }, `… and ${more.toLocaleString("en")} more information sets`)] : [];
    this.parts.actions.replaceChildren();
    this.parts.history.replaceChildren(...strategies, ...rest);
    this.parts.history.classList.add("strategies");
    this.parts.history.setAttribute("aria-label", "Strategies");
    say(value ? `Solved: ${value}` : "Not solved");
  }

  drawActions(actions) {
    if (!actions.length) return this.parts.actions.replaceChildren();
    const rows = actions.map(({ name, optimal, worth }) =>
      el(
        "tr",
        { class: optimal ? "optimal" : null },
        el("th", { scope: "row" }, el("button", { type: "button", class: "move", click: () => this.play(name) }, name)),
        el("td", {}, worth ? worth.short[0] : "not known"),
        el("td", { class: "number" }, worth?.distance ?? "–"),
        el("td", {}, optimal ? "★ optimal" : ""),
      ),
    );
    const head = ["Action", "Value", "Plies", ""].map((words) => el("th", { scope: "col", class: words === "Plies" ? "number" : null }, words));
    return this.parts.actions.replaceChildren(el("table", { class: "facts" }, el("thead", {}, el("tr", {}, head)), el("tbody", {}, rows)));
  }

  /** The values of all positions of the play so far, as a graph and as a table. */
  drawHistory(history) {
    const moves = [this.study.root, ...this.study.current.line];
    moves.forEach((move, i) => {
      if (history[i]) move.exact = history[i];
    });
    if (moves.length < 2) {
      this.parts.history.replaceChildren(el("p", { class: "note" }, "Play some moves on the board: their values are listed here."));
      return;
    }
    const line = moves.slice(1);
    const drawn = this.position.gauged ? graph(this.study.root, line, this.study.current, this.position.players, (move) => move.exact ?? null) : null;
    const rows = moves.map((move, i) =>
      el(
        "tr",
        { "aria-current": move === this.study.current ? "true" : null },
        el("td", { class: "number" }, String(i)),
        el("th", { scope: "row" }, el("button", { type: "button", class: "move", click: () => this.go(move) }, move.name || "the beginning")),
        el("td", {}, history[i]?.short[0] ?? "not known"),
        el("td", {}, i && history[i] && history[i - 1] && history[i].values.join() !== history[i - 1].values.join() ? "✕ the value changed" : ""),
      ),
    );
    const head = ["Ply", "Move", "Value after it", ""].map((words) => el("th", { scope: "col" }, words));
    const table = el("table", { class: "facts" }, el("thead", {}, el("tr", {}, head)), el("tbody", {}, rows));
    this.parts.history.replaceChildren(...[el("h2", {}, "Value history"), drawn, table].filter(Boolean));
  }

  play(name) {
    this.go(this.study.current.play(name));
  }

  go(move) {
    this.study.current = move;
    this.app.changed();
    this.load();
  }

  fail(message) {
    this.parts.value.replaceChildren(el("p", { class: "trouble" }, message));
    say(message);
  }

  press(key) {
    const { current } = this.study;
    if (key === "ArrowLeft" && current.before) this.go(current.before);
    else if (key === "ArrowRight" && current.after.length) this.go(current.after[0]);
    else if (key === "Home") this.go(this.study.root);
    else if (key === "End") this.go(current.end);
    else if (key === "Escape") this.pointing?.back();
    else return false;
    return true;
  }

  close() {
    this.closed = true;
  }
}
