// A match: standings, ratings with error bars, and its games to step through, updated live while it runs.

import { Move } from "./address.js";
import { el, say, shape } from "./dom.js";
import { picture } from "./picture.js";
import { Study } from "./study.js";

const WIDTH = 360;
const HEIGHT = 120;
const ROW = 26;
const LISTED = 200; // at most this many games are listed

export class MatchView {
  constructor(app, options = {}) {
    this.app = app;
    this.options = options;
    this.rows = [];
    this.game = null;
    this.ply = 0;
    this.parts = {
      verdict: el("section", { class: "analysis", "aria-label": "Verdict" }, el("p", { class: "note" }, "Reading the file …")),
      ratings: el("section", { "aria-label": "Ratings" }),
      players: el("section", { "aria-label": "Players" }),
      games: el("section", { class: "games", "aria-label": "Games" }),
      title: el("div", { class: "lead" }, el("h1", {}, "Match")),
      picture: el("div", { class: "picture" }),
      play: el("section", { class: "play", "aria-label": "Moves" }),
    };
    const { verdict, ratings, players, games, title, picture: board, play } = this.parts;
    this.element = el(
      "div",
      { class: "match-view" },
      el("section", { class: "stage", "aria-label": "Game" }, title, el("div", { class: "table" }, board), play),
      el("aside", { class: "panel" }, verdict, ratings, players),
      games,
    );
    app.connection.stream("match", { since: 0 }, (answer) => this.hear(answer), (message) => this.fail(message));
  }

  hear({ standing, listed, file }) {
    const before = this.standing?.verdict;
    this.standing = standing;
    this.rows.push(...listed);
    this.file = file;
    this.drawVerdict();
    this.drawRatings();
    this.drawPlayers();
    this.drawGames();
    if (standing.verdict !== before) say(standing.verdict);
    if (this.game === null && this.rows.length) this.open(Number(this.options.place ?? 0));
  }

  drawVerdict() {
    const { verdict, games, elo, game } = this.standing;
    const facts = [`${game}: ${games.toLocaleString("en")} ${games === 1 ? "game" : "games"}`];
    if (elo) facts.push(`Elo ${signed(elo.value)} (${bound(elo.low, "−∞")} to ${bound(elo.high, "∞")})`);
    if (elo) facts.push(`likely to be stronger: ${(100 * elo.superiority).toFixed(1)} %`);
    this.parts.verdict.replaceChildren(
      el("p", { class: "value" }, el("strong", {}, verdict)),
      el("p", { class: "note" }, facts.join(" · ")),
    );
  }

  /** The ratings, or the mean scores if games have no winners, each with its error bar. */
  drawRatings() {
    const rated = this.standing.players.every(({ rating }) => rating !== null);
    const bars = this.standing.players
      .map((player) => ({
        name: player.name,
        at: rated ? player.rating : player.mean_score,
        error: (rated ? player.rating_error : player.score_error) ?? 0,
      }))
      .sort((one, other) => other.at - one.at);
    const low = Math.min(...bars.map(({ at, error }) => at - error));
    const high = Math.max(...bars.map(({ at, error }) => at + error));
    const x = (value) => 10 + ((value - low) / (high - low || 1)) * (WIDTH - 20);
    const height = bars.length * ROW * 2 + 6;
    const words = bars.map(({ name, at, error }) => `${name}: ${at.toFixed(rated ? 0 : 2)} ± ${error.toFixed(rated ? 0 : 2)}`);
    const drawn = bars.flatMap(({ at, error }, i) => {
      const y = i * ROW * 2 + ROW + 14;
      return [
        shape("text", { class: "name", x: 4, y: y - 14 }, words[i]),
        shape("line", { class: "bar", x1: x(at - error), x2: x(at + error), y1: y, y2: y }),
        shape("circle", { class: "bar", cx: x(at), cy: y, r: 4 }),
      ];
    });
    const zero = rated && low < 0 && high > 0 ? [shape("line", { class: "middle", x1: x(0), x2: x(0), y1: 0, y2: height })] : [];
    const chart = shape("svg", { class: "ratings", viewBox: `0 0 ${WIDTH} ${height}`, role: "img", "aria-label": words.join("; ") }, ...zero, ...drawn);
    this.parts.ratings.replaceChildren(el("h2", {}, rated ? "Ratings" : "Mean scores"), chart);
  }

  drawPlayers() {
    const { players } = this.standing;
    const seats = players[0].by_seat.map((_, seat) => `Seat ${seat}`);
    const won = players.some(({ wins, draws, losses }) => wins + draws + losses);
    const head = won ? ["Player", "Wins", "Draws", "Losses", ...seats] : ["Player", "Games", "Mean score", "Mean rank"];
    const rows = players.map((p) => {
      const cells = won
        ? [p.wins, p.draws, p.losses, ...p.by_seat.map((t) => `+${t.wins} =${t.draws} −${t.losses}`)]
        : [p.games, p.mean_score.toFixed(2), p.mean_rank?.toFixed(2) ?? "–"];
      const faults = Object.entries(p.faults).map(([why, times]) => `${times} × ${why}`);
      const name = [p.name, ...(faults.length ? [el("small", { class: "trouble" }, ` lost by fault: ${faults.join(", ")}`)] : [])];
      return el("tr", {}, el("th", { scope: "row" }, ...name), ...cells.map((cell) => el("td", { class: "number" }, String(cell))));
    });
    const columns = head.map((words, i) => el("th", { scope: "col", class: i ? "number" : null }, words));
    const table = el("table", { class: "facts" }, el("thead", {}, el("tr", {}, columns)), el("tbody", {}, rows));
    this.parts.players.replaceChildren(el("div", { class: "wide-table", tabindex: 0, role: "region", "aria-label": "Wins, draws and losses" }, table));
  }

  drawGames() {
    const shown = this.rows.slice(-LISTED).reverse();
    const rows = shown.map((row) =>
      el(
        "tr",
        { "aria-current": row.place === this.game?.place ? "true" : null },
        el("th", { scope: "row" }, el("button", { type: "button", class: "move", click: () => this.open(row.place) }, String(row.number))),
        el("td", {}, row.players.join(" – ")),
        el("td", { class: "number" }, result(row)),
        el("td", { class: "number" }, String(row.plies)),
        el("td", { class: row.fault === null ? null : "trouble" }, ending(row)),
      ),
    );
    const head = ["Game", "Players by seat", "Result", "Plies", "Ended by"];
    const columns = head.map((words) => el("th", { scope: "col", class: ["Result", "Plies"].includes(words) ? "number" : null }, words));
    const more = this.rows.length > LISTED ? el("p", { class: "note" }, `The last ${LISTED} of ${this.rows.length} games.`) : null;
    this.parts.games.replaceChildren(
      ...[el("h2", {}, "Games"), more, el("div", { class: "wide-table", tabindex: 0, role: "region", "aria-label": "List of games" }, el("table", { class: "facts" }, el("thead", {}, el("tr", {}, columns)), el("tbody", {}, rows)))].filter(Boolean),
    );
  }

  /** Shows a game at its last move. */
  async open(place) {
    try {
      const game = await this.app.connection.ask("played", { place });
      if (this.closed) return;
      this.game = game;
    } catch (error) {
      this.fail(error.message);
      return;
    }
    const root = new Move("", null);
    let last = root;
    for (const name of this.game.moves) last = last.play(name);
    this.app.study = new Study(this.app.connection, { game: this.game.game, start: "", root, current: last });
    this.drawGames();
    this.goTo(this.game.moves.length);
  }

  get moves() {
    const { root } = this.app.study;
    return [root, ...root.end.line];
  }

  async goTo(ply) {
    this.ply = Math.max(0, Math.min(this.game.moves.length, ply));
    const move = this.moves[this.ply];
    this.app.study.current = move;
    this.options = { place: String(this.game.place) };
    this.app.changed(this.options);
    this.drawPlay();
    try {
      const position = await this.app.study.positionAt(move);
      if (this.closed || move !== this.app.study.current) return;
      this.parts.title.replaceChildren(
        el("h1", {}, `Game ${this.game.number}`),
        el("p", { class: "kind" }, `${this.game.players.join(" – ")}: ${position.turn}`),
      );
      this.parts.picture.replaceChildren(picture(position.picture, position.text));
    } catch (error) {
      this.fail(error.message);
    }
  }

  drawPlay() {
    const { moves, values, times, opening, message } = this.game;
    const items = moves.map((name, i) => {
      const said = [i < opening ? "opening" : null, values[i] === null ? null : `value ${number(values[i])}`, times[i] === null ? null : `${times[i].toFixed(2)} s`];
      const title = said.filter(Boolean).join(", ");
      const current = i + 1 === this.ply ? "true" : null;
      return el("button", { type: "button", class: "move", title, "aria-current": current, click: () => this.goTo(i + 1) }, el("span", { class: "ply" }, String(i + 1)), ` ${name}`, values[i] === null ? null : el("small", {}, ` ${number(values[i])}`));
    });
    const steps = [["«", 0, "To the start"], ["‹", this.ply - 1, "Previous move"], ["›", this.ply + 1, "Next move"], ["»", moves.length, "To the end"]];
    this.parts.play.replaceChildren(
      ...[
        el("div", { class: "steps" }, ...steps.map(([sign, to, words]) => el("button", { type: "button", "aria-label": words, click: () => this.goTo(to) }, sign))),
        this.evaluations(),
        el("div", { class: "moves" }, ...items),
        message ? el("p", { class: "trouble" }, `${this.game.players[this.game.fault]}: ${message}`) : null,
      ].filter(Boolean),
    );
  }

  /** The players' own evaluations of their moves: a line for each seat. */
  evaluations() {
    const { values, moves, movers, players } = this.game;
    const known = values.filter((value) => value !== null);
    if (!known.length) return null;
    const most = Math.max(...known.map(Math.abs), 1e-9);
    const x = (i) => 8 + (moves.length ? ((i + 1) / moves.length) * (WIDTH - 16) : 0);
    const y = (value) => HEIGHT / 2 - (value / most) * (HEIGHT / 2 - 10);
    const lines = players.map((_, seat) => {
      const points = values.map((value, i) => [i, value]).filter(([i, value]) => value !== null && movers[i] === seat);
      return shape("polyline", { class: `seat-${seat}`, points: points.map(([i, value]) => `${x(i)},${y(value)}`).join(" ") });
    });
    const label = `Evaluations, in values of player 0: ${values.map((value, i) => (value === null ? null : `${i + 1}: ${number(value)}`)).filter(Boolean).join("; ")}`;
    return shape(
      "svg",
      { class: "graph evaluations", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label },
      shape("line", { class: "middle", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
      ...lines,
      shape("line", { class: "here", x1: x(this.ply - 1), x2: x(this.ply - 1), y1: 0, y2: HEIGHT }),
    );
  }

  press(key) {
    if (this.game === null) return false;
    const at = this.rows.findIndex(({ place }) => place === this.game.place);
    if (key === "ArrowLeft") this.goTo(this.ply - 1);
    else if (key === "ArrowRight") this.goTo(this.ply + 1);
    else if (key === "Home") this.goTo(0);
    else if (key === "End") this.goTo(this.game.moves.length);
    else if (key === "ArrowUp" && at + 1 < this.rows.length) this.open(this.rows[at + 1].place);
    else if (key === "ArrowDown" && at > 0) this.open(this.rows[at - 1].place);
    else return false;
    return true;
  }

  fail(message) {
    this.parts.verdict.replaceChildren(el("p", { class: "trouble" }, message));
    say(message);
  }

  close() {
    this.closed = true;
  }
}

function signed(number) {
  return `${number > 0 ? "+" : number < 0 ? "−" : ""}${Math.abs(number).toFixed(0)}`;
}

function bound(number, infinite) {
  return number === null ? infinite : signed(number);
}

function number(value) {
  return Number.isInteger(value) ? String(value) : value.toFixed(2);
}

function result({ points, utilities }) {
  const names = { 1: "1", 0.5: "½", 0: "0" };
  return points ? points.map((each) => names[each]).join("–") : utilities.map(number).join(", ");
}

function ending({ why, fault, players }) {
  return fault === null ? why : `${why}: ${players[fault]}`;
}
