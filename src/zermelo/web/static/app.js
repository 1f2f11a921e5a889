// The page: the current view, the current study, and the keys.

import { readAddress, writeAddress } from "./address.js";
import { BoardView } from "./board.js";
import { ClassView } from "./classroom.js";
import { Connection } from "./connection.js";
import { ConstraintsView } from "./constraints.js";
import { dialog, el, say } from "./dom.js";
import { GamesView } from "./games.js";
import { MatchView } from "./match.js";
import { Sharing } from "./sharing.js";
import { SolutionView } from "./solution.js";
import { Study } from "./study.js";
import { TableView } from "./table.js";
import { TreeView } from "./tree.js";

const VIEWS = {
  games: ["Games", GamesView],
  board: ["Board", BoardView],
  table: ["Table", TableView],
  tree: ["Tree", TreeView],
  solution: ["Solution", SolutionView],
  match: ["Match", MatchView],
  constraints: ["Constraints", ConstraintsView],
  class: ["Class", ClassView],
};

const KEYS = [
  ["← →", "previous move, next move; in games of directions, such as 2048, the arrow keys play"],
  [", .", "previous move, next move, in every game"],
  ["↑ ↓", "previous variation, next variation"],
  ["Home End", "to the start, to the end"],
  ["space", "analysis on or off"],
  ["Esc", "take back a step of a move that is not finished"],
  ["f", "flip the board"],
  ["n", "to the next mistake"],
  ["p", "make this variation the main line"],
  ["x", "delete the move"],
  ["?", "these keys"],
];

class App {
  constructor() {
    this.main = document.getElementById("main");
    this.connection = new Connection(
      (open, reason) => this.connectionChanged(open, reason),
      (news) => this.hear(news),
    );
    this.games = this.connection.ask("games");
    this.games.then(({ match, games, class: isShared }) => {
      this.hasMatch = match;
      this.sharing = isShared ? new Sharing(this.connection) : null;
      this.hidden = new Set(games.filter(({ hidden }) => hidden).map(({ game }) => game));
      if (this.view) this.changed();
    });
    this.study = null;
    this.view = null;
    addEventListener("hashchange", () => this.catchUp());
    addEventListener("keydown", (event) => this.press(event));
    addEventListener("pointerdown", () => (this.isPointed = true));
    addEventListener("click", (event) => this.releaseFocus(event.target.closest?.("button, summary")));
    addEventListener("change", (event) => this.releaseFocus(event.target.closest?.("select, input[type=radio]")));
    document.getElementById("help").addEventListener("click", () => this.help());
    document.getElementById("skip").addEventListener("click", (event) => {
      event.preventDefault();
      this.main.focus();
    });
    this.follow();
  }

  /** Shows the view in the address, if it is another one. A browser may report a click or a key before a new address. */
  catchUp() {
    if (location.hash !== this.address) this.follow();
  }

  /** Shows the view in the address. */
  follow() {
    this.address = location.hash;
    const place = readAddress(location.hash);
    const name = place.view in VIEWS ? place.view : "games";
    const shown = this.study && writeAddress(name, this.study);
    if (place.game && shown !== writeAddress(name, place)) this.study = new Study(this.connection, place);
    else if (!this.study) this.study = new Study(this.connection, { ...place, game: "tictactoe" });
    this.name = name;
    this.connection.stop();
    for (const opened of document.querySelectorAll("dialog")) opened.close();
    this.view?.close();
    this.main.replaceChildren();
    this.view = new VIEWS[name][1](this, place.options);
    this.main.append(this.view.element);
    this.changed();
    document.title = name === "games" ? "Zermelo" : `${VIEWS[name][0]} · Zermelo`;
  }

  /** Opens a view; the browser's Back button returns from it. */
  go(name, study = this.study, options = {}) {
    this.study = study;
    const address = writeAddress(name, study, options);
    if (address === location.hash) this.follow();
    else location.hash = address;
  }

  /** Puts the current study into the address and into the links to the other views. */
  changed(options = this.view.options ?? {}) {
    if (location.hash !== this.address) return; // another view was opened: its hashchange event is on its way
    if (this.name !== "games") history.replaceState(null, "", writeAddress(this.name, this.study, options));
    this.address = location.hash;
    this.sharing?.present(this.name, this.study);
    const isShown = { match: this.hasMatch, class: Boolean(this.sharing), table: this.name === "table" || this.hides(this.study.game) };
    const shown = Object.entries(VIEWS).filter(([name]) => isShown[name] ?? true);
    const links = shown.map(([name, [title]]) =>
      el("a", { href: writeAddress(name, this.study), "aria-current": name === this.name ? "page" : null }, title),
    );
    document.getElementById("views").replaceChildren(...links);
  }

  /** Whether a game may hide information, by its name: a typed tree may if it has marks. */
  hides(game) {
    const name = game.split(":")[0];
    return Boolean(this.hidden?.has(name)) || name === "tree" || game.includes("@");
  }

  connectionChanged(open, reason) {
    const status = document.getElementById("connection");
    status.textContent = open ? "" : `not connected${reason ? `: ${reason}` : ", trying again"}`;
  }

  /** A notification from the server: the file of the user's own game has changed. */
  hear({ message }) {
    const status = document.getElementById("connection");
    status.textContent = message;
    say(message || "The file has changed: the game was reloaded.");
    if (message) return;
    this.games = this.connection.ask("games");
    if (this.study.game.split(":")[0] === "own" || this.name === "games") this.view?.reload?.();
  }

  /** A control that was used by pointer does not keep the focus, so that keys mean what the screen says. */
  releaseFocus(control) {
    if (control && this.isPointed && document.activeElement === control && !control.closest("dialog")) control.blur();
  }

  press(event) {
    this.isPointed = false;
    this.catchUp();
    const typing = event.target.closest?.("input, select, textarea, dialog");
    const pressing = event.key === " " && event.target.closest?.("button, a, summary");
    if (typing || pressing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "?") this.help();
    else if (!this.view?.press?.(event.key)) return;
    event.preventDefault();
  }

  help() {
    if (document.querySelector("dialog")) return;
    const rows = KEYS.map(([keys, words]) =>
      el("tr", {}, el("th", { scope: "row" }, ...keys.split(" ").map((key) => el("kbd", {}, key))), el("td", {}, words)),
    );
    dialog(
      "Keys",
      el("table", { class: "keys" }, el("tbody", {}, rows)),
      el(
        "p",
        { class: "note" },
        "Values are for the player who is named first, or for the side to move: the settings of the board say which. ▲5 means that the first player wins in 5 plies, ▼4 that the second wins in 4, = a draw. A dashed outline is an estimate.",
      ),
    );
  }
}

new App();
