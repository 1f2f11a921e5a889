// The rules of a game as text, and the dialog in which its parameters and the initial position are changed.

import { readMoves } from "./address.js";
import { choice, dialog, el } from "./dom.js";
import { picture } from "./picture.js";
import { Study } from "./study.js";

/** The rules as paragraphs. */
export function rulesText(rules) {
  return rules.map((paragraph) => el("p", {}, paragraph.split("`").map((part, i) => (i % 2 ? el("code", {}, part) : part))));
}

/** The dialog for the game's parameters and the initial position; `opened` is called with another study. */
export async function editPosition(app, opened) {
  const { study, connection } = app;
  const { games } = await app.games;
  const name = study.game.split(":")[0];
  const card = games.find((game) => game.game === name);
  const given = Object.fromEntries(readParameters(study.game));
  const fields = (card?.parameters ?? []).map(([parameter, value]) => ({ parameter, value, chosen: given[parameter] ?? value }));
  const note = el("p", { class: "note", role: "status" });
  const editor = new PositionEditor(() => makeStudy(), note);
  editor.text.value = study.start;
  const makeStudy = () => {
    const changed = fields.filter(({ value, chosen }) => chosen !== value).map(({ parameter, chosen }) => `${parameter}=${chosen}`);
    const game = changed.length ? `${name}:${changed.join(",")}` : card ? name : study.game;
    return new Study(connection, { game, start: editor.text.value, ...readMoves("") });
  };
  const open = async () => {
    const other = makeStudy();
    if (!(await editor.show(other))) return;
    sheet.close();
    opened(other);
  };
  const sheet = dialog(
    "Rules and position",
    fields.length ? el("div", { class: "settings" }, fields.map((each) => parameterControl(each, () => editor.show(makeStudy())))) : "",
    editor.element,
    note,
    el("div", { class: "buttons" }, el("button", { type: "button", class: "primary", click: open }, "Begin")),
  );
  editor.show(makeStudy());
}

/** The control for a parameter: yes or no, a number, or a text. */
function parameterControl(field, changed) {
  const { parameter, value, chosen } = field;
  const set = (text) => {
    field.chosen = text.trim();
    changed();
  };
  if (["true", "false"].includes(value)) return choice(parameter, [["true", "yes"], ["false", "no"]], chosen, set);
  const isNumber = /^-?\d+(\.\d+)?$/.test(value);
  const input = el("input", { type: isNumber ? "number" : "text", step: "any", value: chosen, spellcheck: false, change: () => set(input.value) });
  return el("label", { class: "field" }, el("span", {}, parameter), input);
}

/** A position as text, and as a board on which pieces are placed by clicks if the text shows one. */
class PositionEditor {
  constructor(makeStudy, note) {
    this.note = note;
    this.makeStudy = makeStudy;
    this.piece = null;
    this.text = el("textarea", { rows: 4, spellcheck: false, input: () => this.later() });
    this.palette = el("div", { class: "palette", role: "group", "aria-label": "Pieces" });
    this.board = el("div", { class: "edited picture" });
    const field = el("label", { class: "field" }, el("span", {}, "Initial position as text; empty for the game's own"), this.text);
    this.element = el("div", { class: "editor" }, this.palette, this.board, field);
  }

  later() {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.show(this.makeStudy()), 300);
  }

  /** Shows the position, or why there is none; returns whether there is one. */
  async show(study) {
    try {
      const found = await study.connection.ask("edit", { game: study.game, start: study.start });
      this.shown = found;
      this.note.className = "note";
      this.note.textContent = found.grid ? "Choose a piece and click the board, or edit the text." : "";
      this.draw(found);
      return true;
    } catch (error) {
      this.note.className = "trouble";
      this.note.textContent = error.message;
      return false;
    }
  }

  draw({ picture: svg, text, grid, pieces }) {
    if (!grid) return this.board.replaceChildren(picture(svg, text));
    this.piece ??= pieces[0];
    this.palette.replaceChildren(
      ...pieces.map((piece) =>
        el("button", { type: "button", "aria-pressed": String(piece === this.piece), click: () => this.choose(piece) }, piece),
      ),
    );
    const cells = grid.rows.flatMap((row, r) => row.map((_, c) => this.cell(grid, r, c)));
    return this.board.replaceChildren(el("div", { class: "cells" }, cells));
  }

  /** The button of a cell; its place on the screen is that of its sign in the text. */
  cell({ rows, columns }, row, column) {
    const sign = rows[row][column];
    const button = el("button", { type: "button", "aria-label": `row ${row + 1}, column ${column + 1}: ${sign}`, click: () => this.put(row, column) }, sign);
    button.style.gridArea = `${row + 1} / ${columns[row][column] + 1}`;
    return button;
  }

  choose(piece) {
    this.piece = piece;
    this.draw(this.shown);
  }

  /** Writes the chosen piece into the text, and shows the position that it makes. */
  put(row, column) {
    const { text, grid } = this.shown;
    const [start, end] = grid.places[row][column];
    const shift = this.piece.length - (end - start);
    const moved = ([from, to]) => [from > start ? from + shift : from, to >= end ? to + shift : to];
    const rows = grid.rows.map((each, r) => each.map((sign, c) => (r === row && c === column ? this.piece : sign)));
    this.text.value = text.slice(0, start) + this.piece + text.slice(end);
    this.shown = { ...this.shown, text: this.text.value, grid: { ...grid, rows, places: grid.places.map((each) => each.map(moved)) } };
    this.draw(this.shown);
    this.show(this.makeStudy());
  }
}

/** The parameters after a game's name: a part without "=" belongs to the previous one, and all parts after the weights to them. */
function readParameters(game) {
  const pairs = [];
  for (const piece of game.split(":").slice(1).join(":").split(",").filter(Boolean)) {
    const [name, ...value] = piece.split("=");
    if (value.length && pairs.at(-1)?.[0] !== "weights") pairs.push([name, value.join("=")]);
    else if (pairs.length) pairs.at(-1)[1] += `,${piece}`;
  }
  return pairs;
}
