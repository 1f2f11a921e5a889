// The list of games, each with a picture and its kind.

import { Move } from "./address.js";
import { el } from "./dom.js";
import { picture } from "./picture.js";
import { Study } from "./study.js";

export class GamesView {
  constructor(app) {
    this.app = app;
    this.list = el("ul", { class: "gallery" });
    this.element = el(
      "div",
      { class: "games-view" },
      el("header", { class: "lead" }, el("h1", {}, "Games"), el("p", {}, "Every finite two-player game of perfect information has a value. Choose a game, and see it.")),
      this.list,
    );
    this.reload();
  }

  async reload() {
    const { games } = await this.app.games;
    this.list.replaceChildren(...games.map((game) => this.card(game)));
  }

  card(game) {
    const view = game.hidden ? "table" : "board";
    const open = (event) => {
      event.preventDefault();
      const root = new Move("", null);
      this.app.go(view, new Study(this.app.connection, { game: game.game, start: "", root, current: root }));
    };
    const drawn = el("div", { class: "picture", "aria-hidden": "true" }, picture(game.picture, game.text));
    return el(
      "li",
      {},
      el(
        "a",
        { class: "card", href: `#/${view}?game=${encodeURIComponent(game.game)}`, click: open },
        drawn,
        el("h2", {}, game.title, game.game === "own" ? el("small", {}, "your own") : null),
        el("p", {}, game.summary),
        el("p", { class: "kind" }, game.kind),
      ),
    );
  }

  close() {}
}
