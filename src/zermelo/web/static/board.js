// The board: play, watch the analysis, step through the moves, try variations.

import { brief, choice, dialog, el, say } from "./dom.js";
import { changeRules, exchange } from "./exchange.js";
import { followClicks, graph } from "./graph.js";
import { move as moveThere, piecesOf } from "./motion.js";
import { methodControls, readMethod, writeMethod } from "./methods.js";
import { mark, moveList } from "./moves.js";
import { badge, cellsOf, cellsOfActions, middleOf, picture } from "./picture.js";

const SECONDS = 30;
const DEBOUNCE = 120; // milliseconds: positions that are passed faster are not analysed
const LINE = 12;

export class BoardView {
  constructor(app, options) {
    this.app = app;
    this.study = app.study;
    this.computer = new Set((options.computer ?? "").split(",").filter(Boolean).map(Number));
    this.level = Number(options.level) || 5;
    this.rolls = options.chance === "rolled";
    this.analysing = options.analysis ?? (this.computer.size ? "off" : "on");
    this.method = readMethod(options);
    this.position = null;
    this.chosen = []; // the cells clicked so far, for actions that have several
    this.trouble = null;
    this.endMotion = () => {};
    this.parts = {
      title: el("div", { class: "lead" }),
      gauge: el("div", { class: "gauge" }),
      picture: el("div", { class: "picture", pointerdown: () => this.endMotion() }),
      turn: el("p", { class: "turn", role: "status" }),
      actions: el("div", { class: "actions", role: "group", "aria-label": "Actions", tabindex: -1 }),
      judgement: el("div", { class: "judgement", role: "status" }),
      review: el("p", { class: "note", role: "status" }),
      settings: el("div", { class: "settings" }),
      analysis: el("section", { class: "analysis", "aria-label": "Analysis" }),
      moves: el("section", { "aria-label": "Moves", tabindex: -1 }),
      graph: el("section", { class: "history", "aria-label": "Value over the game" }),
    };
    followClicks(this.parts.graph, () => [this.study.root, ...this.study.line], (move) => this.go(move));
    this.element = this.layout();
    this.show();
  }

  get options() {
    const computer = [...this.computer].sort().join(",");
    const analysis = this.analysing === (computer ? "off" : "on") ? "" : this.analysing;
    return { computer, level: computer && this.level, chance: this.rolls && "rolled", analysis, ...writeMethod(this.method) };
  }

  layout() {
    const { title, gauge, picture, turn, judgement, actions, settings, analysis, moves, graph, review } = this.parts;
    const steps = [
      ["«", "To the start", () => this.go(this.study.root)],
      ["‹", "Previous move", () => this.back()],
      ["›", "Next move", () => this.on()],
      ["»", "To the end", () => this.go(this.study.current.end)],
    ].map(([sign, words, click]) => el("button", { type: "button", "aria-label": words, title: words, click }, sign));
    const tools = [
      ["New game", () => this.restart()],
      ["Find mistakes", () => this.review()],
      ["Import, export", () => exchange(this.app, (study) => this.open(study))],
      ["Copy link", () => this.copyLink()],
    ].map(([words, click]) => el("button", { type: "button", class: "quiet", click }, words));
    return el(
      "div",
      { class: "board-view" },
      el("section", { class: "stage", "aria-label": "Board" }, title, el("div", { class: "table" }, gauge, picture), turn, judgement, actions),
      el(
        "aside",
        { class: "panel" },
        settings,
        analysis,
        el("div", { class: "steps", role: "group", "aria-label": "Steps" }, steps),
        moves,
        graph,
        review,
        el("div", { class: "tools" }, tools),
      ),
    );
  }

  // Display.

  /** Shows the current position, and starts the computer's move or the analysis. */
  async show() {
    const move = this.study.current;
    this.chosen = [];
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
    this.drawTitle();
    this.drawSettings();
    this.drawPosition(this.position);
    this.drawJudgement();
    this.drawAnalysis(move.analysis);
    this.whenCalm(() => {
      this.askJudgement(move);
      this.think();
    });
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

  drawTitle() {
    const { title, kind } = this.position;
    this.parts.title.replaceChildren(el("h1", {}, title), el("p", { class: "kind" }, kind), this.parametersButton());
  }

  parametersButton() {
    return el("button", { type: "button", class: "quiet", click: () => changeRules(this.app, (study) => this.open(study)) }, "Rules and position");
  }

  /** The controls: who plays, the computer's strength, and which side is analysed. */
  drawSettings() {
    const { players, kind } = this.position;
    const { settings } = this.parts;
    const focused = settings.querySelector(":focus")?.closest(".field")?.firstChild.textContent;
    const isOpen = settings.querySelector("details")?.open ?? Object.keys(this.method.options).length > 0;
    const who = players.map((name, p) =>
      choice(name, [["you", "you"], ["computer", "computer"]], this.computer.has(p) ? "computer" : "you", (value) => this.seat(p, value)),
    );
    if (kind.startsWith("stochastic") && !this.computer.size) {
      const ways = [["", "by hand"], ["rolled", "at once"]];
      who.push(choice("Chance moves", ways, this.rolls ? "rolled" : "", (value) => this.roll(Boolean(value))));
    }
    const sides = players.map((name, p) => [String(p), `when ${name} is to move`]);
    this.app.games.then(({ levels, methods }) => {
      const strengths = levels.map((words, i) => [String(i + 1), `${i + 1}: ${words}`]);
      const level = choice("The computer's strength", strengths, String(this.level), (value) => {
        this.level = Number(value);
        this.app.changed(this.options);
      });
      const analysis = choice("Analysis", [["on", "on"], ["off", "off"], ...sides], this.analysing, (value) => this.analyse(value));
      const fitting = methods.filter(({ name }) => this.position.methods.includes(name));
      const by = this.analysing === "off" ? [] : methodControls(fitting, "analyse", this.method, isOpen, (method) => this.analyseBy(method));
      const strength = this.computer.size ? [wide(level)] : [];
      settings.replaceChildren(...who, analysis, ...by, ...strength);
      const field = [...settings.querySelectorAll(".field")].find((each) => each.firstChild.textContent === focused);
      field?.querySelector("select, input").focus();
    });
  }

  drawPosition(position, preview = false) {
    const before = this.isNext && !preview ? piecesOf(this.drawn) : null;
    this.endMotion();
    const drawn = picture(position.picture, position.text);
    this.parts.picture.replaceChildren(drawn);
    this.parts.picture.classList.toggle("preview", preview);
    this.drawTurn(preview ? `${position.moves.at(-1)} would lead here` : position.turn);
    if (preview) return;
    this.endMotion = moveThere(before, drawn);
    this.drawn = drawn;
    this.shown = this.study.current;
    this.makeClickable();
    this.drawActions();
  }

  drawTurn(words) {
    this.parts.turn.replaceChildren(words[0].toUpperCase() + words.slice(1));
  }

  /** Whether the current move is one step from the one whose picture is shown, so that the step can be animated. */
  get isNext() {
    const { current } = this.study;
    return Boolean(this.shown) && this.drawn?.isConnected && (current.before === this.shown || this.shown.before === current);
  }

  /** The name of the best action, unless the position is a chance node. */
  get best() {
    return this.position.player < 0 ? null : this.study.current.analysis?.lines[0]?.moves[0];
  }

  /** A button for each action. Updates of values keep the buttons, because one may be pressed at the moment. */
  drawActions() {
    const { actions, chances } = this.position;
    this.buttons = new Map(
      actions.map((name, i) => {
        const likely = chances ? el("small", {}, `${Math.round(chances[i] * 1000) / 10} %`) : null;
        return [name, el("button", { type: "button", click: () => this.play(name) }, el("span", {}, name), likely, el("small", { class: "worth" }))];
      }),
    );
    const roll = chances ? [el("button", { type: "button", class: "primary", disabled: this.isComputersTurn, click: () => this.choose() }, "Roll")] : [];
    keepingFocus(this.parts.actions, () => {
      this.parts.actions.replaceChildren(...roll, ...this.buttons.values());
      this.valueActions();
    });
  }

  /** Writes the value of each action on its button. */
  valueActions() {
    const worths = this.study.current.analysis?.actions ?? {};
    for (const [name, button] of this.buttons) {
      button.classList.toggle("best", name === this.best);
      button.disabled = this.isComputersTurn;
      button.title = worths[name]?.words ?? "";
      button.querySelector(".worth").textContent = worths[name]?.short ?? "";
    }
  }

  // The board as buttons.

  makeClickable() {
    this.cells = cellsOf(this.drawn);
    this.cellsOfAction = cellsOfActions(this.position.actions, this.cells);
    for (const [name, shapes] of this.cells) {
      for (const each of shapes) each.addEventListener("click", () => this.click(name));
    }
    this.markCells();
  }

  /** The actions that start with the cells clicked so far, each with its next cell. */
  get possible() {
    const after = this.chosen.length;
    return [...this.cellsOfAction].filter(([, cells]) => cells.length > after && this.chosen.every((cell, i) => cells[i] === cell));
  }

  click(name) {
    if (this.isComputersTurn) return;
    const meant = this.possible.filter(([, cells]) => cells[this.chosen.length] === name);
    if (meant.length === 1) this.play(meant[0][0]);
    else if (meant.length > 1) this.chosen.push(name);
    else this.chosen = this.chosen.length ? [] : this.chosen;
    if (meant.length !== 1) this.markCells();
  }

  /** Shows which cells can be clicked, which are selected, and the values of their actions. */
  markCells() {
    for (const each of this.drawn.querySelectorAll?.(".badge") ?? []) each.remove();
    const after = this.chosen.length;
    const next = new Map();
    for (const [action, cells] of this.possible) next.set(cells[after], [...(next.get(cells[after]) ?? []), action]);
    for (const [name, shapes] of this.cells) {
      for (const each of shapes) {
        each.classList.toggle("open", next.has(name) && !this.isComputersTurn);
        each.classList.toggle("chosen", this.chosen.includes(name));
      }
    }
    const worths = this.study.current.analysis?.actions ?? {};
    const { best } = this;
    for (const [name, actions] of next) {
      if (actions.length !== 1 || !worths[actions[0]]) continue;
      const shapes = this.chosen.length ? this.cells.get(name) : this.cellsOfAction.get(actions[0]).flatMap((cell) => this.cells.get(cell));
      this.drawn.append(badge(middleOf(shapes), worths[actions[0]], actions[0] === best, this.drawn.getScreenCTM()?.a || 1));
    }
  }

  // The analysis.

  drawAnalysis(analysis) {
    this.drawGauge(analysis);
    this.parts.analysis.replaceChildren(...this.analysisParts(analysis));
    if (this.position && !this.parts.picture.classList.contains("preview")) {
      this.markCells();
      this.valueActions();
    }
    this.drawGraph();
  }

  analysisParts(analysis) {
    if (this.position?.over) return [el("p", { class: "value" }, this.position.turn)];
    if (!analysis) {
      const words = this.trouble ?? (this.isAnalysed ? "Searching …" : "Analysis is off. Press space to turn it on.");
      return [el("p", { class: "note" }, words)];
    }
    const value = el("p", { class: "value" }, el("strong", {}, analysis.short), " ", el("span", {}, analysis.proved ? "proved" : "estimated"));
    return [value, this.costs(analysis), this.lines(analysis), ...analysis.notes.map((note) => el("p", { class: "note" }, note))];
  }

  costs({ depth, nodes, rate, speed }) {
    this.parts.costs = el("p", { class: "costs" }, `depth ${depth} · ${brief(nodes)} nodes · ${brief(rate)}/s · ${speed}`);
    return this.parts.costs;
  }

  lines(analysis) {
    const played = this.study.current.after[0]?.name;
    const lines = withPlayed(analysis, played);
    const same = JSON.stringify([lines, played]) === this.shownLines;
    this.shownLines = JSON.stringify([lines, played]);
    const shown = this.parts.analysis.querySelector(".lines");
    if (same && shown) return shown;
    const rows = lines.map((line) => {
      const worth = el("span", { class: `worth ${sideOf(line)}`, title: line.words }, line.short);
      const tag = line.moves[0] === played ? el("span", { class: "tag" }, "played") : null;
      return el("li", {}, worth, el("span", { class: "line" }, tag, this.lineMoves(line)));
    });
    return el("ol", { class: "lines", mouseleave: () => this.endPreview(), focusout: () => this.endPreview() }, rows);
  }

  lineMoves({ moves, more }) {
    const shown = moves.slice(0, LINE).map((name, i) => {
      const names = moves.slice(0, i + 1);
      return el(
        "button",
        { type: "button", mouseenter: () => this.preview(names), focus: () => this.preview(names), click: () => this.playAll(names) },
        name,
      );
    });
    return [...shown, more || moves.length > LINE ? "…" : null];
  }

  drawGauge(analysis) {
    const gauge = this.parts.gauge;
    const [first, second] = (this.position?.players ?? []).map((name) => (name.length > 4 ? name[0] : name)); // it is narrow
    gauge.hidden = !this.position?.gauged;
    const worth = this.position?.over ? { gauge: gaugeOfEnd(this.position), short: this.position.turn, words: this.position.turn } : analysis;
    gauge.classList.toggle("unknown", !worth);
    gauge.style.setProperty("--share", `${(worth?.gauge ?? 0.5) * 100}%`);
    gauge.setAttribute("role", "img");
    gauge.setAttribute("aria-label", worth ? `Value: ${worth.words}` : "Value: not known");
    gauge.replaceChildren(el("span", { class: "max" }), el("span", { class: "of-max" }, first), el("span", { class: "of-min" }, second));
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
  }

  get isAnalysed() {
    return this.analysing === "on" || (this.analysing !== "off" && this.position?.player === Number(this.analysing));
  }

  /** Starts the computer's move or the analysis, whichever is due. */
  think() {
    if (this.reviewing && !this.isComputersTurn) return; // the analysis starts after the review
    this.endReview("");
    this.app.connection.stop();
    if (this.position.over) return;
    if (this.isComputersTurn) this.choose();
    else if (this.isAnalysed && !this.study.current.analysis?.done) this.startAnalysis();
  }

  startAnalysis() {
    const move = this.study.current;
    const receive = (answer) => {
      if (answer.type === "costs") {
        if (this.parts.costs && move.analysis) this.parts.costs.replaceWith(this.costs({ ...move.analysis, ...answer }));
        return;
      }
      move.analysis = answer;
      this.judge(move, answer.judgement);
      if (answer.done) for (const next of move.after) this.askJudgement(next);
      if (move !== this.study.current) return;
      this.drawAnalysis(answer);
      if (answer.done) say(`Analysis: ${answer.words}. Best is ${answer.lines[0]?.moves[0] ?? "not known"}.`);
    };
    const fail = (message) => {
      this.trouble = message;
      this.drawAnalysis(null);
    };
    const by = { method: this.method.name, options: this.method.options };
    this.app.connection.stream("analyse", { ...this.study.place(move), seconds: SECONDS, ...by }, receive, fail);
  }

  /** Analyses with this method from now on, and forgets the results of the previous one. */
  analyseBy(method) {
    this.method = method;
    this.trouble = null;
    for (const move of this.study.root.all) move.analysis = null;
    this.analyse(this.analysing);
  }

  analyse(how) {
    this.analysing = how;
    this.app.changed(this.options);
    this.drawSettings();
    if (!this.isAnalysed && !this.thinking && !this.reviewing) this.app.connection.stop();
    this.drawAnalysis(this.study.current.analysis);
    if (this.isAnalysed && this.position && !this.thinking) this.think();
  }

  // Moves.

  get isComputersTurn() {
    const { player, over } = this.position ?? {};
    const isRolled = player === -1 && (this.rolls || this.computer.size > 0);
    return !over && (isRolled || this.computer.has(player)) && !this.study.current.after.length;
  }

  /** Sets whether chance outcomes are drawn automatically. */
  roll(atOnce) {
    this.rolls = atOnce;
    this.show();
  }

  seat(player, who) {
    const before = this.computer.size;
    if (who === "computer") this.computer.add(player);
    else this.computer.delete(player);
    if (!before && this.computer.size) this.analysing = "off"; // it would show the person the best moves
    if (before && !this.computer.size) this.analysing = "on";
    this.show();
  }

  play(name) {
    if (this.element.hasAttribute("aria-busy")) return; // the previous position is still shown
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
    this.thinking = true;
    this.drawTurn(this.position.player < 0 ? "chance moves …" : "the computer thinks …");
    const receive = ({ action }) => {
      this.thinking = false;
      if (move !== this.study.current || this.closed) return;
      say(`${action} is played`);
      this.study.current = move.play(action);
      this.show();
    };
    const fail = (message) => {
      this.thinking = false;
      this.parts.turn.replaceChildren(el("span", { class: "trouble" }, message));
    };
    this.app.connection.stream("choose", { ...this.study.place(move), level: this.level }, receive, fail);
  }

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

  restart() {
    this.thinking = false;
    this.endReview("");
    this.study.replace([]);
    this.show();
  }

  drawMoves() {
    keepingFocus(this.parts.moves, () => this.parts.moves.replaceChildren(moveList(this.study, (move) => this.go(move))));
    const current = this.parts.moves.querySelector("[aria-current]");
    const list = current?.closest(".moves");
    if (list) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
    this.drawGraph();
  }

  drawGraph() {
    if (!this.position?.gauged) return this.parts.graph.replaceChildren();
    return this.parts.graph.replaceChildren(graph(this.study.root, this.study.line, this.study.current, this.position.players));
  }

  async copyLink() {
    const isCopied = await navigator.clipboard.writeText(location.href).then(() => true, () => false);
    const words = isCopied ? "The link is copied." : "This browser does not allow copying: the link is the address of this page.";
    say(words);
    this.parts.turn.replaceChildren(words);
  }

  // Mistakes.

  /** Reviews every move of the line, and shows the judgements as they arrive. */
  review(then = () => {}) {
    const line = this.study.line;
    if (!line.length) return;
    this.thinking = false;
    this.reviewing = true;
    const report = (words) => this.parts.review.replaceChildren(words);
    const receive = ({ judgement }) => {
      if (judgement) {
        this.judge(line[judgement.ply - 1], judgement, true);
        report(`Looking for mistakes: ply ${judgement.ply} of ${line.length} …`);
        return;
      }
      for (const move of line) move.reviewed = true; // chance outcomes are not judged
      const found = line.filter((move) => move.judgement?.mark).length;
      this.endReview(found ? `${found} of ${line.length} moves marked. n goes to the next.` : "No mistake was found.");
      then();
      if (!this.element.hasAttribute("aria-busy")) this.think();
    };
    report("Looking for mistakes …");
    this.app.connection.stream("review", { ...this.study.place(line.at(-1)), seconds: 1 }, receive, (message) => this.endReview(message));
  }

  endReview(words) {
    if (!this.reviewing) return;
    this.reviewing = false;
    this.parts.review.replaceChildren(words);
  }

  /** Goes to the next mistake of the line, and after the last to the first. */
  nextMistake() {
    const line = this.study.line;
    if (line.some((move) => !move.judgement && !move.reviewed)) return this.review(() => this.nextMistake());
    const wrong = line.filter((move) => move.judgement?.mark);
    const next = wrong.find((move) => move.ply > this.study.current.ply) ?? wrong[0];
    return next && this.go(next);
  }

  /** Requests the judgement of a move by the analyses so far. */
  async askJudgement(move) {
    if (!move.before) return;
    const answer = await this.app.connection.ask("judge", this.study.place(move)).catch(() => null);
    if (answer && !this.closed) this.judge(move, answer.judgement);
  }

  /** Marks a move with a judgement, unless a proved one or one of a review is there already. */
  judge(move, judgement, reviewed = false) {
    const isKept = (move.judgement?.proved || move.reviewed) && !reviewed && !judgement?.proved;
    if (!judgement || isKept || JSON.stringify(move.judgement) === JSON.stringify(judgement)) return;
    move.judgement = judgement;
    move.reviewed ||= reviewed;
    mark(move);
    this.drawGraph();
    if (move === this.study.current) this.drawJudgement();
  }

  /** Shows the judgement of the current move: its value, its mark, and the better move. */
  drawJudgement() {
    const { judgement, before } = this.study.current;
    const box = this.parts.judgement;
    box.hidden = !judgement;
    if (!judgement) return;
    const { mark: name, words, better } = judgement;
    box.className = `judgement ${name || "fine"}`;
    const rest = name || better ? "" : " Nothing better was found.";
    box.replaceChildren(
      el("p", {}, name ? [el("strong", {}, name[0].toUpperCase() + name.slice(1)), ": "] : null, `${words}.${rest}`),
      name && better ? el("button", { type: "button", click: () => this.tryInstead(before, better) }, `Try ${better}`) : "",
    );
  }

  tryInstead(before, name) {
    this.study.current = before.play(name);
    this.show();
  }

  /** Opens another game, or the same from another position. */
  open(study) {
    this.app.go("board", study, this.options);
  }

  press(key) {
    const done = {
      ArrowLeft: () => this.back(),
      ArrowRight: () => this.on(),
      ArrowUp: () => this.beside(-1),
      ArrowDown: () => this.beside(1),
      Home: () => this.go(this.study.root),
      End: () => this.go(this.study.current.end),
      " ": () => this.analyse(this.analysing === "off" ? "on" : "off"),
      n: () => this.nextMistake(),
      p: () => this.promote(),
      x: () => this.takeOut(),
    }[key];
    done?.();
    return Boolean(done);
  }

  close() {
    this.closed = true;
    clearTimeout(this.waiting);
  }
}

/** Redraws buttons. If one had the keyboard focus, the current or the first button gets it, or the container if there is none. */
function keepingFocus(holder, draw) {
  const isIn = holder === document.activeElement || holder.querySelector(":focus-visible");
  draw();
  if (isIn) (holder.querySelector("[aria-current]") ?? holder.querySelector("button:enabled") ?? holder).focus();
}

function wide(field) {
  field.classList.add("wide");
  return field;
}

/** The lines, with the move that was played added if it is not among them. */
function withPlayed({ lines, actions }, played) {
  if (!actions[played] || lines.some(({ moves }) => moves[0] === played)) return lines;
  return [...lines, { ...actions[played], moves: [played], more: false }];
}

function sideOf({ gauge }) {
  return gauge === null ? "" : gauge > 0.5 ? "max" : gauge < 0.5 ? "min" : "even";
}

function gaugeOfEnd({ utilities }) {
  return utilities[0] > utilities[1] ? 1 : utilities[0] < utilities[1] ? 0 : 0.5;
}
