// Judgements of moves: as they are played, by the analyses so far, and for a whole game in a review.

import { el } from "./dom.js";
import { mark } from "./moves.js";

const COSTLIEST = 8;

export class Review {
  /** `changed` is called with a move whose judgement has changed; `go` with a move that was chosen; `players` returns their names. */
  constructor(app, study, { changed, go, ended, players }) {
    Object.assign(this, { app, study, changed, go, ended, players });
    this.isRunning = false;
    this.element = el("section", { class: "review", "aria-label": "Review", role: "status" });
  }

  /** Reviews every move of the line, and shows the judgements as they arrive. */
  run(then = () => {}) {
    const line = this.study.line;
    if (!line.length) return;
    this.isRunning = true;
    const report = (words) => this.element.replaceChildren(el("p", { class: "note" }, words));
    const receive = ({ judgement }) => {
      if (judgement) {
        this.judge(line[judgement.ply - 1], judgement, true);
        report(`Looking for mistakes: ply ${judgement.ply} of ${line.length} …`);
        return;
      }
      for (const move of line) move.reviewed = true; // chance outcomes are not judged
      this.isRunning = false;
      this.draw(line, this.players());
      then();
      this.ended();
    };
    report("Looking for mistakes …");
    this.app.connection.stream("review", { ...this.study.place(line.at(-1)), seconds: 1 }, receive, (message) => this.stop(message));
  }

  stop(words = "") {
    if (!this.isRunning) return;
    this.isRunning = false;
    this.element.replaceChildren(el("p", { class: "note" }, words));
  }

  /** The result: the accuracy of each player, and the moves that cost most. */
  draw(line, players) {
    const judged = line.filter((move) => move.judgement);
    const found = judged.filter((move) => move.judgement.mark);
    const rows = players.map((name, p) => {
      const own = judged.filter((move) => move.judgement.player === p);
      const accuracy = own.length ? 100 * (1 - own.reduce((sum, move) => sum + move.judgement.loss, 0) / own.length) : null;
      return el("tr", {}, el("th", { scope: "row" }, name), el("td", { class: "number" }, accuracy === null ? "–" : `${accuracy.toFixed(0)} %`));
    });
    const costly = [...found].sort((one, other) => other.judgement.loss - one.judgement.loss || one.ply - other.ply).slice(0, COSTLIEST);
    const items = costly.map((move) =>
      el("li", {}, el("button", { type: "button", class: `move ${move.judgement.mark}`, click: () => this.go(move) }, `${move.ply} ${move.name}`), ` ${move.judgement.words}`),
    );
    const words = found.length ? `${found.length} of ${line.length} moves marked. n goes to the next.` : "No mistake was found.";
    this.element.replaceChildren(
      el("h2", {}, "Review"),
      el("p", { class: "note" }, words),
      el("table", { class: "facts" }, el("caption", {}, "Accuracy: 100 % loses nothing"), el("tbody", {}, rows)),
      ...(items.length ? [el("h3", {}, "The costliest moves"), el("ol", { class: "costly" }, items)] : []),
    );
  }

  /** The next mistake of the line, and after the last the first. */
  next() {
    const line = this.study.line;
    if (line.some((move) => !move.judgement && !move.reviewed)) return this.run(() => this.next());
    const wrong = line.filter((move) => move.judgement?.mark);
    const next = wrong.find((move) => move.ply > this.study.current.ply) ?? wrong[0];
    return next && this.go(next);
  }

  /** Requests the judgement of a move by the analyses so far. */
  async ask(move) {
    if (!move.before) return;
    const answer = await this.app.connection.ask("judge", this.study.place(move)).catch(() => null);
    if (answer) this.judge(move, answer.judgement);
  }

  /** Marks a move with a judgement, unless a proved one or one of a review is there already. */
  judge(move, judgement, reviewed = false) {
    const isKept = (move.judgement?.proved || move.reviewed) && !reviewed && !judgement?.proved;
    if (!judgement || isKept || JSON.stringify(move.judgement) === JSON.stringify(judgement)) return;
    move.judgement = judgement;
    move.reviewed ||= reviewed;
    mark(move);
    this.changed(move);
  }
}

/** Shows the judgement of a move: what it won or lost, and the better move, which `instead` plays. */
export function drawJudgement(box, { judgement, before }, isShown, instead) {
  box.hidden = !judgement || !isShown;
  if (box.hidden) return box.replaceChildren();
  const { mark: name, words, better } = judgement;
  box.className = `judgement ${name || "fine"}`;
  return box.replaceChildren(
    el("p", {}, name ? [el("strong", {}, name[0].toUpperCase() + name.slice(1)), ": "] : null, `${words}.`),
    name && better ? el("button", { type: "button", click: () => instead(before, better) }, `Try ${better}`) : "",
  );
}
