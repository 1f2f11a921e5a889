// The board: play against the computer, watch the analysis, step through the moves, try variations.

import { ActionButtons, keepingFocus } from "./actions.js";
import { AnalysisPanel, drawGauge } from "./analysis.js";
import { BoardSettings } from "./board_settings.js";
import { Clocks } from "./clock.js";
import { depthsReached } from "./deepening.js";
import { confirmed, el, oneOf, say } from "./dom.js";
import { exchange } from "./exchange.js";
import { followClicks, graph } from "./graph.js";
import { move as moveThere, piecesOf } from "./motion.js";
import { mark, moveList } from "./moves.js";
import { drawTerritory, drawValues, markLast, territoryInWords } from "./overlays.js";
import { Ownership } from "./ownership.js";
import { areasOf, picture } from "./picture.js";
import { playOffer, playStatus } from "./play.js";
import { Pointing } from "./pointing.js";
import { Review, drawJudgement } from "./review.js";
import { editPosition, rulesText } from "./rules.js";

const SECONDS = 30;
const DEBOUNCE = 120; // milliseconds: positions that are passed faster are not analysed

const WAYS = { ArrowUp: ["up", "north"], ArrowDown: ["down", "south"], ArrowLeft: ["left", "west"], ArrowRight: ["right", "east"] };
const isWay = (name) => Object.values(WAYS).flat().includes(name);

export class BoardView {
  constructor(app, options) {
    this.app = app;
    this.study = app.study;
    this.settings = new BoardSettings(options, app, (name) => this.setting(name));
    this.position = null;
    this.trouble = null;
    this.clocks = null;
    this.endMotion = () => {};
    this.actions = new ActionButtons((name) => this.play(name));
    this.panel = new AnalysisPanel({ preview: (names) => this.preview(names), endPreview: () => this.endPreview(), play: (names) => this.playAll(names) });
    this.review = new Review(app, this.study, { changed: (move) => this.judged(move), go: (move) => this.go(move), ended: () => this.reviewed(), players: () => this.position?.players ?? [] });
    this.ownership = new Ownership(app, (move) => !this.closed && move === this.study.current && this.drawOwnership());
    this.parts = {
      title: el("div", { class: "lead" }),
      gauge: el("div", { class: "gauge" }),
      picture: el("div", { class: "picture", pointerdown: () => this.endMotion() }),
      turn: el("p", { class: "turn", role: "status" }),
      territory: el("p", { class: "note", hidden: true }),
      judgement: el("div", { class: "judgement", role: "status", hidden: true }),
      rules: el("details", { class: "rules" }),
      offer: el("div", {}),
      moves: el("section", { "aria-label": "Moves", tabindex: -1 }),
      graph: el("section", { class: "history", "aria-label": "Value over the game" }),
    };
    followClicks(this.parts.graph, () => [this.study.root, ...this.study.line], (move) => this.go(move));
    this.element = this.layout();
    this.show();
  }

  get options() {
    return this.settings.options;
  }

  layout() {
    const { title, gauge, picture, turn, territory, judgement, rules, offer, moves, graph } = this.parts;
    const steps = [
      ["«", "To the start", () => this.go(this.study.root)],
      ["‹", "Previous move", () => this.back()],
      ["›", "Next move", () => this.on()],
      ["»", "To the end", () => this.go(this.study.current.end)],
    ].map(([sign, words, click]) => el("button", { type: "button", "aria-label": words, title: words, click }, sign));
    const tools = [
      ["New game", () => this.restart()],
      ["Find mistakes", () => this.startReview()],
      ["Flip the board", () => this.flip()],
      ["Import, export", () => exchange(this.app, (study) => this.open(study))],
      ["Copy link", () => this.copyLink()],
    ].map(([words, click]) => el("button", { type: "button", class: "quiet", click }, words));
    return el(
      "div",
      { class: "board-view" },
      el(
        "section",
        { class: "stage", "aria-label": "Board" },
        title,
        el("div", { class: "table" }, gauge, picture),
        turn,
        territory,
        judgement,
        this.actions.element,
        rules,
      ),
      el(
        "aside",
        { class: "panel", "aria-label": "Game and analysis" },
        offer,
        this.panel.element,
        this.settings.element,
        el("div", { class: "steps", role: "group", "aria-label": "Steps" }, steps),
        moves,
        graph,
        this.review.element,
        el("div", { class: "tools" }, tools),
      ),
    );
  }

  // Display.

  /** Shows the current position, and starts the computer's move or the analysis. */
  async show() {
    const move = this.study.current;
    this.trouble = null;
    this.element.setAttribute("aria-busy", "true");
    this.app.changed(this.options);
    this.drawMoves();
    try {
      const position = await this.study.positionAt(move);
      if (move !== this.study.current || this.closed) return;
      this.position = position;
      this.element.removeAttribute("aria-busy");
    } catch (error) {
      if (move === this.study.current && !this.closed) this.fail(error.message, move);
      return;
    }
    this.nameMovers(move);
    this.drawFrame();
    this.drawPosition(this.position);
    this.drawJudgement();
    this.drawAnalysis();
    this.runClocks();
    this.whenCalm(() => {
      this.think();
      if (this.isAnalysed) this.review.ask(move);
      this.askOwnership();
    });
  }

  /** Shows in the list of moves what tables on disk say about each position of the line. */
  markKnown(move) {
    [this.study.root, ...move.line].forEach((each, i) => {
      each.known = this.position.known?.[i];
      mark(each);
    });
  }

  /** Who made each move, if it is known; the list of moves shows it. */
  nameMovers(move) {
    const { movers, player } = this.position;
    const known = move.line.flatMap((each, i) => each.before.after.map((other) => [other, movers[i]]));
    for (const [each, mover] of [...known, ...move.after.map((next) => [next, player])]) {
      this.isUnnamed ||= each.mover === undefined;
      each.mover = mover;
    }
    if (this.isUnnamed) this.drawMoves();
    this.isUnnamed = false;
    this.markKnown(move);
  }

  /** Acts on the current position: immediately, or, if moves follow one another quickly, after the last. */
  whenCalm(work) {
    const now = performance.now();
    const isFast = now - this.calledAt < DEBOUNCE;
    this.calledAt = now;
    clearTimeout(this.waiting);
    if (!isFast) work();
    else this.waiting = setTimeout(() => !this.closed && work(), DEBOUNCE);
  }

  fail(message, move) {
    this.trouble = message;
    this.element.removeAttribute("aria-busy");
    this.parts.turn.replaceChildren(el("span", { class: "trouble" }, message));
    say(message);
    if (!this.position || !move.before) {
      this.parts.picture.replaceChildren(el("p", { class: "note" }, "There is no such position."));
      return;
    }
    this.study.remove(move);
    this.study.current = move.before;
    this.drawMoves();
    this.app.changed(this.options);
  }

  /** Everything around the board that depends on the game, not on the position. */
  drawFrame() {
    const { title, kind, rules } = this.position;
    const button = el("button", { type: "button", class: "quiet", click: () => editPosition(this.app, (study) => this.open(study)) }, "Set up");
    this.parts.title.replaceChildren(el("h1", {}, title), el("p", { class: "kind" }, kind), button);
    if (!this.parts.rules.childElementCount) this.parts.rules.append(el("summary", {}, "Rules of the game"), ...rulesText(rules));
    this.settings.draw(this.position);
    if (this.settings.computer.size && !this.clocks) this.newClocks();
    this.drawOffer();
  }

  /** The offer to play the computer, or, during such a game, the state of the game. */
  async drawOffer() {
    const { levels } = await this.app.games;
    const { offer } = this.parts;
    const { computer, level } = this.settings;
    if (this.closed || this.position.players.length < 2) return;
    if (offer.contains(document.activeElement) && this.offered === computer.size) return; // the user is filling it in
    this.offered = computer.size;
    const tools = [
      ["Take back", () => this.takeBack()],
      ["New game", () => this.restart()],
      ["Stop playing", () => this.stopPlaying()],
    ];
    offer.replaceChildren(
      computer.size
        ? playStatus(this.position, computer, level, this.clocks, tools)
        : playOffer(this.position, levels, this.settings, (chosen) => this.startGame(chosen)),
    );
  }

  drawPosition(position, preview = false) {
    const { flipped } = this.settings;
    const before = this.isNext && !preview && !flipped ? piecesOf(this.drawn) : null;
    this.endMotion();
    const drawn = picture(position.picture, position.text);
    drawn.classList?.toggle("flipped", flipped);
    this.parts.picture.replaceChildren(drawn);
    this.parts.picture.classList.toggle("preview", preview);
    this.drawTurn(preview ? `${position.moves.at(-1)} would lead here` : position.turn);
    if (preview) return;
    this.endMotion = moveThere(before, drawn);
    this.drawn = drawn;
    this.shown = this.study.current;
    this.markLastMove(drawn);
    this.makeClickable(drawn);
    this.isDirected = position.actions.some(isWay) || (this.isDirected && position.player < 0);
    const roll = position.player === -1 && !this.isComputersTurn ? () => this.choose() : null;
    this.actions.draw(position, roll, this.isComputersTurn);
  }

  async markLastMove(drawn) {
    const move = this.study.current;
    if (!move.before || !drawn.viewBox) return;
    const position = await this.study.positionAt(move.before).catch(() => null);
    if (!position || drawn !== this.drawn) return;
    const before = picture(position.picture, position.text);
    markLast(drawn, before, areasOf(before), { position, name: position.actions.includes(move.name) ? move.name : this.position.moves.at(-1) });
  }

  drawTurn(words) {
    const { computer } = this.settings;
    const isMine = computer.size && !this.position.over && this.position.player >= 0 && !computer.has(this.position.player);
    const text = `${words[0].toUpperCase()}${words.slice(1)}${isMine && words === this.position.turn ? ": your move" : ""}`;
    this.parts.turn.replaceChildren(text);
  }

  /** Whether the current move is one step from the one whose picture is shown, so that the step can be animated. */
  get isNext() {
    const { current } = this.study;
    return Boolean(this.shown) && this.drawn?.isConnected && (current.before === this.shown || this.shown.before === current);
  }

  makeClickable(drawn) {
    this.pointing = new Pointing(drawn, areasOf(drawn), this.position, (names) => oneOf(names, (name) => this.play(name)));
    this.pointing.changed = () => this.drawOverlays();
  }

  /** The marks and values on the picture and on the buttons. */
  drawOverlays() {
    const analysis = this.shownAnalysis;
    const worths = analysis?.actions ?? {};
    const best = this.position.player < 0 ? null : analysis?.lines[0]?.moves[0];
    const isBusy = this.isComputersTurn || Boolean(this.flagged);
    this.pointing.enabled = !isBusy;
    this.pointing.mark();
    if (this.drawn.viewBox) drawValues(this.pointing, worths, best, this.viewer, this.settings.marks);
    this.drawOwnership();
    this.actions.value(worths, best, this.viewer, isBusy);
  }

  get showsOwnership() {
    return this.settings.marks === "territory" && this.position.owned && !this.position.over;
  }

  askOwnership() {
    if (this.showsOwnership) this.ownership.ask(this.study.current);
    else this.ownership.stop();
  }

  drawOwnership() {
    const { ownership } = this.study.current;
    const shown = (this.showsOwnership && ownership) || {};
    if (this.drawn.viewBox) drawTerritory(this.drawn, this.pointing.areas, shown);
    this.parts.territory.hidden = !this.showsOwnership;
    this.parts.territory.textContent = ownership ? territoryInWords(ownership, this.position.players) : "Territory: playing the game to its end …";
  }

  // The analysis.

  /** The player in whose values everything is shown. */
  get viewer() {
    return this.settings.viewer(this.position);
  }

  get isAnalysed() {
    return this.settings.analyses(this.position);
  }

  get shownAnalysis() {
    return this.isAnalysed && !this.position.over ? this.study.current.analysis : null;
  }

  drawAnalysis() {
    const analysis = this.shownAnalysis;
    drawGauge(this.parts.gauge, this.position, analysis);
    if (this.position.over) this.panel.say(this.position.turn);
    else if (analysis) this.panel.draw(analysis, this.position, this.viewer, this.study.current.after[0]?.name);
    else this.panel.say(this.trouble ?? (this.isAnalysed ? "Searching …" : "Analysis is off. Press space to turn it on."));
    if (!this.parts.picture.classList.contains("preview")) this.drawOverlays();
    this.drawGraph();
  }

  async preview(names) {
    const move = this.study.current;
    const position = await this.study.preview(move, names).catch(() => null);
    if (position && move === this.study.current && !this.closed) {
      this.previewing = true;
      this.drawPosition(position, true);
    }
  }

  endPreview() {
    if (!this.previewing) return;
    this.previewing = false;
    this.drawPosition(this.position);
    this.drawOverlays();
  }

  /** Starts the computer's move or the analysis, whichever is due. */
  think() {
    if (this.review.isRunning && !this.isComputersTurn) return; // the analysis starts after the review
    this.review.stop();
    this.app.connection.stop();
    if (this.position.over || this.flagged) return;
    if (this.isComputersTurn) this.choose();
    else if (this.isAnalysed && !this.study.current.analysis?.done) this.startAnalysis();
  }

  startAnalysis() {
    const move = this.study.current;
    const receive = (answer) => {
      if (answer.type === "costs") {
        if (move === this.study.current) this.panel.update({ depth: move.analysis?.depth, ...answer });
        return;
      }
      answer.depths = depthsReached(move.analysis?.depths ?? [], answer);
      move.analysis = answer;
      this.review.judge(move, answer.judgement);
      if (answer.done) for (const next of move.after) this.review.ask(next);
      if (move !== this.study.current || !this.isAnalysed) return;
      this.drawAnalysis();
      if (answer.done) say(`Analysis: ${answer.words[this.viewer]}. Best is ${answer.lines[0]?.moves[0] ?? "not known"}.`);
    };
    const fail = (message) => {
      this.trouble = message;
      move.analysis = null;
      this.drawAnalysis();
    };
    this.app.connection.stream("analyse", { ...this.study.place(move), seconds: SECONDS, ...this.settings.by }, receive, fail);
  }

  /** A setting has changed: redraws what depends on it, and restarts the search. */
  setting(name) {
    this.app.changed(this.options);
    if (name === "method") for (const move of this.study.root.all) move.analysis = null;
    if (name === "seats" || name === "chance") return this.show();
    if (!this.position) return null;
    this.settings.draw(this.position);
    if (name === "level") return null;
    if (name === "marks") {
      this.askOwnership();
      this.drawOverlays();
      return null;
    }
    if (!this.isAnalysed && !this.thinking && !this.review.isRunning) this.app.connection.stop();
    this.drawJudgement();
    this.drawAnalysis();
    if (this.isAnalysed && !this.thinking) this.think();
    return null;
  }

  flip() {
    this.settings.flipped = !this.settings.flipped;
    this.app.changed(this.options);
    if (!this.position) return;
    this.drawPosition(this.position);
    this.drawOverlays();
  }

  // Playing.

  get isComputersTurn() {
    const { player, over } = this.position ?? {};
    const isRolled = player === -1 && this.settings.rolls;
    return !over && (isRolled || this.settings.computer.has(player)) && !this.study.current.after.length;
  }

  async startGame({ computer, level, time }) {
    if (!(await this.mayDiscard())) return;
    this.settings.begin(computer, level, time);
    this.newClocks();
    this.study.replace([]);
    this.show();
  }

  newClocks() {
    this.clocks?.stop();
    this.flagged = null;
    const { time } = this.settings;
    this.clocks = time ? new Clocks(time, this.position.players, (player) => this.lateness(player)) : null;
    this.offered = null;
  }

  /** Ends the game for a player whose time is over. */
  lateness(player) {
    const { players } = this.position;
    const others = players.filter((_, p) => p !== player);
    this.flagged = `${players[player]}'s time is over: ${others.join(" and ")} ${others.length > 1 ? "win" : "wins"} on time.`;
    this.thinking = false;
    this.app.connection.stop();
    this.drawTurn(this.flagged);
    this.drawOverlays();
    say(this.flagged);
  }

  runClocks() {
    const { over, player } = this.position;
    if (!this.clocks || this.flagged) return;
    if (over || this.study.current.after.length) this.clocks.stop();
    else if (player >= 0 && this.study.current.before) this.clocks.run(player); // the first move is not timed
  }

  stopPlaying() {
    this.settings.begin([], this.settings.level, "");
    this.newClocks();
    this.show();
  }

  /** Goes back to the person's last move, and deletes what followed. */
  takeBack() {
    const { computer } = this.settings;
    const own = (move) => move.mover !== undefined && move.mover >= 0 && !computer.has(move.mover);
    const last = [...this.study.current.line].reverse().find(own);
    if (!last) return;
    this.thinking = false;
    this.clocks?.stop();
    this.flagged = null;
    this.study.current = last.before;
    this.study.remove(last);
    this.show();
  }

  async restart() {
    if (!(await this.mayDiscard())) return;
    this.thinking = false;
    this.review.stop();
    this.newClocks();
    this.study.replace([]);
    this.show();
  }

  /** Whether the moves may be discarded: asks, if there are any. */
  mayDiscard() {
    const count = this.study.root.all.length - 1;
    return count ? confirmed("New game", `This discards ${count} ${count === 1 ? "move" : "moves"}.`, "Discard and begin") : true;
  }

  play(name) {
    if (this.element.hasAttribute("aria-busy") || this.flagged) return; // the previous position is still shown
    this.study.current = this.study.current.play(name);
    say(`${name} is played`);
    this.show();
  }

  playAll(names) {
    this.previewing = false;
    for (const name of names) this.study.current = this.study.current.play(name);
    this.show();
  }

  /** The computer's move, or a chance outcome. */
  choose() {
    const move = this.study.current;
    const { player, players, chance } = this.position;
    this.thinking = true;
    const doing = player < 0 ? `${chance} moves …` : `${players[player]}, the computer, thinks …`;
    this.drawTurn(doing);
    const receive = ({ type, action, seconds, speed }) => {
      if (type === "costs") {
        if (this.thinking && move === this.study.current) this.drawTurn(`${doing} ${seconds.toFixed(0)} s, ${speed}`);
        return;
      }
      this.thinking = false;
      if (move !== this.study.current || this.closed) return;
      say(`${player < 0 ? chance : players[player]}: ${action}`);
      this.study.current = move.play(action);
      this.show();
    };
    const fail = (message) => {
      this.thinking = false;
      this.parts.turn.replaceChildren(el("span", { class: "trouble" }, message));
    };
    const left = player >= 0 && this.clocks ? { left: this.clocks.secondsOf(player) } : {};
    this.app.connection.stream("choose", { ...this.study.place(move), level: this.settings.level, ...left }, receive, fail);
  }

  // Stepping through the moves.

  go(move) {
    if (move === this.study.current) return;
    this.thinking = false;
    this.study.current = move;
    this.show();
  }

  back() {
    if (this.study.current.before) this.go(this.study.current.before);
  }

  on() {
    if (this.study.current.after.length) this.go(this.study.current.after[0]);
  }

  /** Goes to the variation before or after this move. */
  beside(step) {
    const { before } = this.study.current;
    const others = before?.after ?? [];
    const other = others[others.indexOf(this.study.current) + step];
    if (other) this.go(other);
  }

  takeOut() {
    if (!this.study.current.before) return;
    this.study.remove(this.study.current);
    this.show();
  }

  promote() {
    this.study.promote(this.study.current);
    this.show();
  }

  drawMoves() {
    const { moves } = this.parts;
    keepingFocus(moves, () => moves.replaceChildren(moveList(this.study, this.position ?? {}, (move) => this.go(move))));
    const current = moves.querySelector("[aria-current]");
    const list = current?.closest(".moves");
    if (list) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
    this.drawGraph();
  }

  drawGraph() {
    const isShown = this.position?.gauged && (this.isAnalysed || this.study.root.all.some((move) => move.judgement));
    if (!isShown) return this.parts.graph.replaceChildren();
    return this.parts.graph.replaceChildren(graph(this.study.root, this.study.line, this.study.current, this.position.players));
  }

  async copyLink() {
    const isCopied = await navigator.clipboard.writeText(location.href).then(() => true, () => false);
    const words = isCopied ? "The link is copied." : "This browser does not allow copying: the link is the address of this page.";
    say(words);
    this.parts.turn.replaceChildren(words);
  }

  // Mistakes.

  startReview() {
    this.thinking = false;
    this.review.run();
  }

  reviewed() {
    if (!this.closed && !this.element.hasAttribute("aria-busy")) this.think();
  }

  judged(move) {
    if (this.closed) return;
    this.drawGraph();
    if (move === this.study.current) this.drawJudgement();
  }

  drawJudgement() {
    const { current } = this.study;
    const isShown = this.settings.analysing !== "off" || current.reviewed;
    drawJudgement(this.parts.judgement, current, isShown, (before, name) => {
      this.study.current = before.play(name);
      this.show();
    });
  }

  /** Opens another game, or the same from another position. */
  open(study) {
    this.app.go("board", study, this.options);
  }

  /** Shows the game again after its file has changed. Moves that are no longer legal are dropped. */
  async reload() {
    this.study.forget();
    this.isUnnamed = true;
    this.parts.rules.replaceChildren();
    await this.study.keepLegal();
    if (!this.closed) this.show();
  }

  press(key) {
    if (this.isDirected && key in WAYS) return this.pressWay(key);
    const done = {
      ArrowLeft: () => this.back(),
      ArrowRight: () => this.on(),
      ",": () => this.back(),
      ".": () => this.on(),
      ArrowUp: () => this.beside(-1),
      ArrowDown: () => this.beside(1),
      Home: () => this.go(this.study.root),
      End: () => this.go(this.study.current.end),
      Escape: () => this.pointing?.back(),
      " ": () => this.settings.toggleAnalysis(),
      f: () => this.flip(),
      n: () => this.review.next(),
      p: () => this.promote(),
      x: () => this.takeOut(),
    }[key];
    done?.();
    return Boolean(done);
  }

  /** Plays the action in the direction of an arrow key, in games whose actions are directions. */
  pressWay(key) {
    const name = this.position.actions.find((action) => WAYS[key].includes(action));
    if (name && !this.isComputersTurn) this.play(name);
    return true;
  }

  close() {
    this.closed = true;
    this.ownership.stop();
    this.clocks?.stop();
    clearTimeout(this.waiting);
  }
}
