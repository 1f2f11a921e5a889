// A game with hidden information. The server keeps it, and each seat is shown what its player may see.
//
//   #/table?game=kuhn&seats=0:KEY,1:KEY&as=0
//
// Whoever knows the key of a seat holds it. With several seats on one screen, a cover is shown between their turns.

import { readMoves } from "./address.js";
import { choice, el, oneOf, say } from "./dom.js";
import { areasOf, picture, waysByName } from "./picture.js";
import { Pointing } from "./pointing.js";
import { strategyTable } from "./strategy.js";
import { Study } from "./study.js";

const POLL = 1000; // milliseconds between two looks while another seat is to move
const MOST_CHOICES = 12; // actions in an advice

export class TableView {
  constructor(app, options) {
    this.app = app;
    this.game = app.study.game;
    this.seats = readSeats(options.seats);
    this.as = options.as !== undefined ? Number(options.as) : (this.seats.keys().next().value ?? null);
    this.others = new Map(); // the keys of people who play on another machine
    this.who = []; // here, elsewhere or computer, for each player
    this.level = 5;
    this.view = null;
    this.covered = this.seats.size > 1;
    this.advice = null;
    this.element = el("div", { class: "board-view table-view" });
    if (this.seats.size) this.look();
    else this.offer();
  }

  get options() {
    const seats = [...this.seats].map(([player, key]) => `${player}:${key}`).join(",");
    return seats ? { seats, as: String(this.as) } : {};
  }

  ask(type, fields = {}) {
    return this.app.connection.ask(type, { key: this.seats.get(this.as), ...fields });
  }

  // Before the game.

  /** Asks who plays, and deals. */
  async offer() {
    const { game, start } = this.app.study;
    try {
      const [{ levels }, about] = await Promise.all([this.app.games, this.app.connection.ask("position", { game, start })]);
      if (this.closed) return;
      if (this.who.length !== about.players.length) this.who = about.players.map((_, p) => (p === 0 || !about.methods.length ? "here" : "computer"));
      this.drawOffer(about, levels);
    } catch (error) {
      this.fail(error.message);
    }
  }

  drawOffer({ title, kind, summary, players, picture: svg, text }, levels) {
    const ways = [["here", "a person here"], ["elsewhere", "a person elsewhere"], ["computer", "the computer"]];
    const fields = players.map((name, p) => wide(choice(name, ways, this.who[p], (value) => (this.who[p] = value))));
    const strengths = levels.map((words, i) => [String(i + 1), `${i + 1}: ${words}`]);
    const level = wide(choice("The computer's strength", strengths, String(this.level), (value) => (this.level = Number(value))));
    this.trouble = el("p", { class: "trouble", role: "status" });
    this.element.replaceChildren(
      el("section", { class: "stage", "aria-label": "Table" }, heading(title, kind), el("div", { class: "table" }, el("div", { class: "picture" }, picture(svg, text)))),
      el(
        "aside",
        { class: "panel" },
        el("p", {}, summary),
        el("p", { class: "note" }, "Each player sees only what that player may see. People at one screen pass it on; a person elsewhere gets a link."),
        el("div", { class: "settings" }, fields, level),
        el("div", { class: "buttons" }, el("button", { type: "button", class: "primary", click: () => this.deal() }, "Begin")),
        this.trouble,
      ),
    );
  }

  async deal() {
    const { game, start } = this.app.study;
    const computers = this.who.flatMap((who, p) => (who === "computer" ? [p] : []));
    try {
      const { seats } = await this.app.connection.ask("deal", { game, start, computers, level: this.level });
      this.seats = new Map(seats.filter(([p]) => this.who[p] !== "elsewhere"));
      this.others = new Map(seats.filter(([p]) => this.who[p] === "elsewhere"));
      if (!this.seats.size) [this.seats, this.others] = [this.others, new Map()];
      this.as = this.seats.keys().next().value ?? null;
      this.covered = this.seats.size > 1;
      if (this.as === null) throw new Error("at least one seat must be a person's: computers play each other in a match");
      this.app.changed(this.options);
      this.move("");
    } catch (error) {
      this.trouble.textContent = error.message;
    }
  }

  // The game.

  /** Looks at the table from the current seat. */
  async look() {
    try {
      this.show(await this.ask("look"));
      if (this.view.thinking) this.move("");
    } catch (error) {
      this.fail(error.message);
    }
  }

  /** Plays an action, if one is given, and lets the computers move. */
  move(action) {
    this.advice = null;
    this.stopMoving?.();
    this.stopMoving = this.app.connection.stream(
      "act",
      { key: this.seats.get(this.as), action },
      (view) => this.show(view),
      (message) => this.fail(message),
    );
  }

  /** Shows a view; if another seat of this screen is to move, the cover before it. */
  show(view) {
    if (this.closed) return;
    this.view = view;
    clearTimeout(this.waiting);
    const mover = view.player;
    const passes = !view.over && this.seats.has(mover) && mover !== this.as;
    if (passes) {
      this.as = mover;
      this.covered = true;
      this.app.changed(this.options);
    }
    if (view.over) this.covered = false;
    if (this.covered) this.cover();
    else this.draw();
    if (!view.over && !this.seats.has(mover) && !view.thinking) this.waiting = setTimeout(() => this.look(), POLL);
  }

  /** Hides everything until the person of the current seat is here. */
  cover() {
    const name = this.view.players[this.as];
    const uncover = async () => {
      this.covered = false;
      await this.look();
      this.element.querySelector(".actions button")?.focus();
    };
    const ready = el("button", { type: "button", class: "primary", click: uncover }, `I am ${name}`);
    this.view = { players: this.view.players };
    this.advice = null;
    this.element.replaceChildren(
      el("section", { class: "cover", "aria-label": "Cover" }, el("h1", {}, `Pass the screen to ${name}`), el("p", { class: "note" }, "Nobody else should look."), ready),
    );
    say(`Pass the screen to ${name}`);
    ready.focus();
  }

  draw() {
    const { title, kind, turn, actions, over } = this.view;
    const buttons = actions.map((name) => el("button", { type: "button", click: () => this.move(name) }, name));
    this.element.replaceChildren(
      el(
        "section",
        { class: "stage", "aria-label": "Table" },
        heading(title, kind),
        el("div", { class: "table" }, el("div", { class: "picture" }, this.board())),
        el("p", { class: "turn", role: "status" }, over ? turn : `${turn}${actions.length ? " (you)" : ""}`),
        el("div", { class: "actions", role: "group", "aria-label": "Actions" }, buttons),
      ),
      el("aside", { class: "panel" }, this.drawSeats(), this.drawAdvice(), this.drawLog(), this.drawTools()),
    );
    say(turn);
  }

  /** The picture, on which actions are chosen by the areas in their names. */
  board() {
    const { picture: svg, text, actions } = this.view;
    const drawn = picture(svg, text);
    const areas = areasOf(drawn);
    this.pointing = new Pointing(drawn, areas, { actions, touched: waysByName(actions, areas) }, (names) => oneOf(names, (name) => this.move(name)));
    this.pointing.changed = () => this.pointing.mark();
    if (areas.size) this.pointing.mark();
    return drawn;
  }

  press(key) {
    return key === "Escape" && Boolean(this.pointing?.back());
  }

  drawSeats() {
    const { players } = this.view;
    const held = [...this.seats.keys()].map((p) => [String(p), players[p]]);
    const change = (value) => {
      this.as = Number(value);
      this.covered = !this.view.over;
      this.app.changed(this.options);
      if (this.covered) this.cover();
      else this.look();
    };
    const parts = [held.length > 1 ? choice("View as", held, String(this.as), change) : el("p", { class: "note" }, `You are ${players[this.as]}.`)];
    for (const [player, key] of this.others) {
      const link = `${location.origin}${location.pathname}#/table?game=${encodeURIComponent(this.game)}&seats=${player}:${key}`;
      parts.push(el("p", { class: "note" }, `The seat of ${players[player]}: `, el("a", { href: link, class: "seat" }, "link")));
    }
    return el("section", { class: "settings", "aria-label": "Seats" }, parts);
  }

  drawAdvice() {
    if (this.view.over || !this.view.actions.length) return "";
    const button = el("button", { type: "button", class: "quiet", click: () => this.advise() }, "What would an equilibrium or a search do?");
    return el("section", { class: "advice", "aria-label": "Advice" }, this.advice ? adviceTable(this.advice) : button);
  }

  /** Requests a strategy from what the player has seen. */
  advise() {
    this.advice = { words: "Thinking …", choices: [], notes: [] };
    this.draw();
    const receive = (answer) => {
      this.advice = answer;
      if (!this.covered && !this.closed) this.draw();
    };
    const fail = (message) => receive({ words: message, choices: [], notes: [] });
    this.app.connection.stream("advise", { key: this.seats.get(this.as) }, receive, fail);
  }

  drawLog() {
    const rows = this.view.log.map(([who, what]) => el("li", {}, el("span", { class: "who" }, who), ` ${what === "?" ? "has moved (unseen)" : what}`));
    const empty = el("p", { class: "note" }, "Nothing has been seen yet.");
    return el("section", { "aria-label": "Moves" }, rows.length ? el("ol", { class: "seen-moves" }, rows) : empty);
  }

  drawTools() {
    const quiet = (words, click) => el("button", { type: "button", class: "quiet", click }, words);
    const save = async () => {
      const { text } = await this.ask("recorded");
      const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
      el("a", { href: url, download: `${this.game.replace(/\W+/g, "-")}.txt` }).click();
      URL.revokeObjectURL(url);
    };
    const tools = [quiet("New game", () => this.restart()), quiet(this.view.over ? "Save the game" : "Save what you have seen", save)];
    if (this.view.over) tools.push(quiet("Study it on the board", () => this.study()));
    return el("div", { class: "tools" }, tools);
  }

  /** Opens the finished game on the board, where nothing is hidden. */
  async study() {
    const { text } = await this.ask("recorded");
    const { game, start, moves } = await this.app.connection.ask("read", { game: this.game, text });
    const study = new Study(this.app.connection, { game, start, ...readMoves("") });
    study.replace(moves);
    this.app.go("board", study, { analysis: "off" });
  }

  restart() {
    this.seats = new Map();
    this.others = new Map();
    this.covered = false;
    this.app.changed({});
    this.offer();
  }

  fail(message) {
    if (this.closed) return;
    say(message);
    this.element.replaceChildren(
      el("section", { class: "cover" }, el("p", { class: "trouble" }, message), el("button", { type: "button", click: () => this.restart() }, "New game")),
    );
  }

  close() {
    this.closed = true;
    clearTimeout(this.waiting);
  }
}

function heading(title, kind) {
  return el("div", { class: "lead" }, el("h1", {}, title), el("p", { class: "kind" }, kind));
}

/** The advice: each action with its probability as a bar, its value, or both. */
function adviceTable({ words, method, worlds, choices, notes }) {
  const by = [method && `by ${method}`, worlds && `${worlds.toLocaleString("en")} world${worlds === 1 ? "" : "s"}`].filter(Boolean).join(", ");
  return el(
    "div",
    {},
    el("p", {}, [words, by].filter(Boolean).join(" · ")),
    strategyTable(choices.slice(0, MOST_CHOICES)),
    choices.length > MOST_CHOICES ? el("p", { class: "note" }, `… and ${choices.length - MOST_CHOICES} more`) : "",
    notes.map((note) => el("p", { class: "note" }, note)),
  );
}

function wide(field) {
  field.classList.add("wide");
  return field;
}

function readSeats(text) {
  const pairs = (text ?? "").split(",").filter(Boolean).map((part) => part.split(":"));
  return new Map(pairs.filter(([, key]) => key).map(([player, key]) => [Number(player), key]));
}
