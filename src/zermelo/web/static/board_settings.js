// The settings of the board: who plays, the strength, chance, the analysis and its method, whose values are shown.

import { choice, el } from "./dom.js";
import { methodControls, readMethod, writeMethod } from "./methods.js";
import { strengths } from "./play.js";

const LEVEL = 5;

export class BoardSettings {
  /** `changed` is called with the name of what has changed: seats, chance, level, method, analysis, view or marks. */
  constructor(options, app, changed) {
    this.app = app;
    this.changed = changed;
    this.computer = new Set((options.computer ?? "").split(",").filter(Boolean).map(Number));
    this.level = Number(options.level) || LEVEL;
    this.time = options.time ?? "";
    this.rolls = options.chance !== "hand";
    this.analysing = options.analysis ?? this.usual;
    this.view = options.view ?? "";
    this.marks = options.marks ?? "";
    this.flipped = options.flip === "yes";
    this.method = readMethod(options);
    this.element = el("details", { class: "board-settings", open: this.method.name !== "" || null }, el("summary", {}, "Settings"));
    this.fields = el("div", { class: "settings" });
    this.element.append(this.fields);
  }

  /** Whether the analysis is on by default: not in a game against the computer, because it would show the best moves. */
  get usual() {
    return this.computer.size ? "off" : "on";
  }

  get options() {
    const computer = [...this.computer].sort().join(",");
    return {
      computer,
      level: computer && this.level,
      time: computer && this.time,
      chance: !this.rolls && "hand",
      analysis: this.analysing === this.usual ? "" : this.analysing,
      view: this.view,
      marks: this.marks,
      flip: this.flipped && "yes",
      ...writeMethod(this.method),
    };
  }

  /** The method and its options, as fields of a request. */
  get by() {
    return { method: this.method.name, options: this.method.options };
  }

  analyses(position) {
    return this.analysing === "on" || (this.analysing !== "off" && position?.player === Number(this.analysing));
  }

  /** The player in whose values a position is shown: always the first, or the one to move. */
  viewer({ player, players }) {
    const isMover = this.view ? this.view === "mover" : players.length > 2;
    return isMover && player !== null && player >= 0 ? player : 0;
  }

  /** Seats the computer for a new game. */
  begin(computer, level, time) {
    this.computer = new Set(computer);
    this.level = level;
    this.time = time;
    this.analysing = this.usual;
  }

  toggleAnalysis() {
    this.set("analysing", this.analysing === "off" ? "on" : "off", "analysis");
  }

  set(field, value, name = field) {
    this[field] = value;
    this.changed(name);
  }

  seat(player, who) {
    const before = this.usual;
    if (who === "computer") this.computer.add(player);
    else this.computer.delete(player);
    if (this.usual !== before) this.analysing = this.usual;
    this.changed("seats");
  }

  async draw({ players, kind, owned, methods: names }) {
    const { levels, methods } = await this.app.games;
    const focused = this.fields.querySelector(":focus")?.closest(".field")?.firstChild.textContent;
    const isOpen = this.fields.querySelector("details")?.open ?? Object.keys(this.method.options).length > 0;
    const seats = players.map((name, p) =>
      choice(name, [["you", "a person"], ["computer", "the computer"]], this.computer.has(p) ? "computer" : "you", (value) => this.seat(p, value)),
    );
    const level = this.computer.size ? [choice("The computer's strength", strengths(levels), String(this.level), (value) => this.set("level", Number(value)))] : [];
    const ways = [["", "by itself"], ["hand", "by hand"]];
    const chance = kind.startsWith("stochastic") ? [choice("Chance moves", ways, this.rolls ? "" : "hand", (value) => this.set("rolls", !value, "chance"))] : [];
    const sides = players.map((name, p) => [String(p), `when ${name} is to move`]);
    const analysis = choice("Analysis", [["on", "on"], ["off", "off"], ...(players.length > 1 ? sides : [])], this.analysing, (value) => this.set("analysing", value, "analysis"));
    const views = [["first", players[0]], ["mover", "the side to move"]];
    const view = players.length > 1 ? [choice("Values are for", views, this.view || (players.length > 2 ? "mover" : "first"), (value) => this.set("view", value))] : [];
    const marked = [["", "values"], ["visits", "visit shares"], ...(owned ? [["territory", "territory"]] : []), ["none", "nothing"]];
    const marks = choice("On the board", marked, this.marks, (value) => this.set("marks", value));
    const fitting = methods.filter(({ name }) => names.includes(name));
    const by = this.analysing === "off" ? [] : methodControls(fitting, "analyse", this.method, isOpen, (method) => this.set("method", method));
    this.fields.replaceChildren(...seats, ...level, ...chance, analysis, ...view, marks, ...by);
    const field = [...this.fields.querySelectorAll(".field")].find((each) => each.firstChild.textContent === focused);
    field?.querySelector("select, input").focus();
  }
}
