// The panel with the analysis of a position: its value, what it cost, and the best lines.

import { deepeningTable } from "./deepening.js";
import { brief, el } from "./dom.js";
import { sideOf } from "./overlays.js";

const LINE = 12;

export class AnalysisPanel {
  /** `previewed` and `played` are called with the moves of a line that is pointed at or clicked. */
  constructor({ preview, endPreview, play }) {
    this.preview = preview;
    this.endPreview = endPreview;
    this.play = play;
    this.element = el("section", { class: "analysis", "aria-label": "Analysis" });
  }

  /** Shows a text in place of an analysis. */
  say(words) {
    this.element.replaceChildren(el("p", { class: "note" }, words));
  }

  /** Shows an analysis of the position, in the values of the player `viewer`; `played` is the move that was played. */
  draw(analysis, { players, gauged }, viewer, played) {
    const certainty = analysis.proved ? "proved" : "estimated";
    const isNumber = analysis.words[viewer].startsWith("value");
    const value =
      gauged || players.length === 1
        ? el("p", { class: "value" }, el("strong", {}, analysis.short[viewer]), " ", el("span", {}, `${isNumber ? `for ${players[viewer]}, ` : ""}${certainty}`))
        : shares(analysis, players, certainty);
    const notes = analysis.notes.map((note) => el("p", { class: "note" }, note));
    const isOpen = this.element.querySelector(".deepening")?.open ?? false;
    const depths = deepeningTable(analysis.depths, viewer, isOpen);
    this.element.replaceChildren(value, this.drawCosts(analysis), this.drawLines(analysis, viewer, played), ...notes, depths);
  }

  drawCosts({ depth, nodes, rate, speed }) {
    const parts = [depth === undefined ? null : `depth ${depth}`, `${brief(nodes)} nodes`, rate === null ? null : `${brief(rate)}/s`, speed];
    this.costs = el("p", { class: "costs" }, parts.filter(Boolean).join(" · "));
    return this.costs;
  }

  /** Shows new costs of the same analysis. */
  update(costs) {
    if (this.costs?.isConnected) this.costs.replaceWith(this.drawCosts(costs));
  }

  drawLines(analysis, viewer, played) {
    const lines = withPlayed(analysis, played);
    const same = JSON.stringify([lines, viewer, played]);
    const shown = this.element.querySelector(".lines");
    if (same === this.shown && shown) return shown;
    this.shown = same;
    const rows = lines.map((line) => {
      const worth = el("span", { class: `worth ${sideOf(line)}`, title: line.words[viewer] }, line.short[viewer]);
      const tag = line.moves[0] === played ? el("span", { class: "tag" }, "played") : null;
      return el("li", {}, worth, el("span", { class: "line", tabindex: -1 }, tag, this.lineMoves(line)));
    });
    return el("ol", { class: analysis.values.length > 2 ? "lines many" : "lines", mouseleave: this.endPreview, focusout: this.endPreview }, rows);
  }

  lineMoves({ moves, more }) {
    const shown = moves.slice(0, LINE).map((name, i) => {
      const names = moves.slice(0, i + 1);
      const point = () => this.preview(names);
      return el("button", { type: "button", mouseenter: point, focus: point, click: () => this.play(names) }, name);
    });
    return [...shown, more || moves.length > LINE ? "…" : null];
  }
}

/** The values of more than two players, each with its name. */
function shares({ shown, proved }, players, certainty) {
  const rows = players.map((name, p) => el("tr", {}, el("th", { scope: "row", class: `seat-${p}` }, name), el("td", { class: "number" }, `${proved ? "" : "≈ "}${shown[p]}`)));
  return el("table", { class: "shares value" }, el("caption", {}, `Value for each player, ${certainty}`), el("tbody", {}, rows));
}

/** The lines, with the move that was played added if it is not among them. */
function withPlayed({ lines, actions }, played) {
  if (!actions[played] || lines.some(({ moves }) => moves[0] === played)) return lines;
  return [...lines, { ...actions[played], moves: [played], more: false }];
}

/** The bar that shows which of two players is better off. */
export function drawGauge(gauge, position, analysis) {
  const [first, second] = (position?.players ?? []).map((name) => (name.length > 4 ? name[0].toUpperCase() : name)); // the gauge is narrow
  gauge.hidden = !position?.gauged;
  const worth = position?.over ? { gauge: gaugeOfEnd(position), words: [position.turn] } : analysis;
  gauge.classList.toggle("unknown", !worth);
  gauge.style.setProperty("--share", `${(worth?.gauge ?? 0.5) * 100}%`);
  gauge.setAttribute("role", "img");
  gauge.setAttribute("aria-label", worth ? `Value: ${worth.words[0]}` : "Value: not known");
  gauge.replaceChildren(el("span", { class: "max" }), el("span", { class: "of-max" }, first), el("span", { class: "of-min" }, second));
}

function gaugeOfEnd({ utilities }) {
  return utilities[0] > utilities[1] ? 1 : utilities[0] < utilities[1] ? 0 : 0.5;
}
