// Import and export of games as text, JSON or a link; and the dialog for the rules and the initial position.

import { readMoves } from "./address.js";
import { dialog, el } from "./dom.js";
import { Study } from "./study.js";

/** Import and export of the moves; `opened` is called with another study. */
export function exchange(app, opened) {
  const { study, connection } = app;
  const text = el("textarea", { rows: 9, spellcheck: false, "aria-label": "The game as text" });
  const note = el("p", { class: "note", role: "status" }, "As text or as JSON. Edit it, or paste another game, and read it.");
  const fail = (error) => {
    note.className = "trouble";
    note.textContent = error.message;
  };
  const show = async (form) => {
    const fields = { game: study.game, start: study.start, moves: study.branches, form };
    const before = text.value;
    const written = await connection.ask("write", fields).catch(fail);
    if (!written || text.value !== before) return; // text typed in the meantime is kept
    text.value = form === "json" ? JSON.stringify(JSON.parse(written.text), null, 2) : written.text;
  };
  const read = async () => {
    const found = await connection.ask("read", { game: study.game, text: text.value }).catch(fail);
    if (!found) return;
    const other = new Study(connection, { game: found.game, start: found.start, ...readMoves("") });
    other.replace(found.moves);
    sheet.close();
    opened(other);
  };
  const save = () => {
    const name = `${study.game.replace(/\W+/g, "-")}.${text.value.trim().startsWith("{") ? "json" : "txt"}`;
    const url = URL.createObjectURL(new Blob([text.value], { type: "text/plain" }));
    el("a", { href: url, download: name }).click();
    URL.revokeObjectURL(url);
  };
  const file = el("input", {
    type: "file",
    accept: ".txt,.json",
    "aria-label": "A file to read",
    change: async () => {
      text.value = (await file.files[0]?.text()) ?? "";
    },
  });
  const button = (words, click, kind = "") => el("button", { type: "button", class: kind, click }, words);
  const sheet = dialog(
    "Import and export",
    el("div", { class: "buttons" }, button("Text", () => show("text")), button("JSON", () => show("json")), button("Save as a file", save)),
    text,
    file,
    note,
    el("div", { class: "buttons" }, button("Read this game", read, "primary")),
  );
  show("text");
}

/** The dialog for the game's parameters and the initial position. */
export async function changeRules(app, opened) {
  const { study, connection } = app;
  const { games } = await app.games;
  const name = study.game.split(":")[0];
  const card = games.find((game) => game.game === name);
  const given = Object.fromEntries(readParameters(study.game));
  const fields = (card?.parameters ?? []).map(([parameter, value]) => [parameter, value, el("input", { value: given[parameter] ?? value, spellcheck: false })]);
  const start = el("textarea", { rows: 5, spellcheck: false, value: study.start });
  const note = el("p", { class: "note", role: "status" }, "Write a position as the game shows it. Leave it empty for the game's initial position.");
  const open = async () => {
    const changed = fields.filter(([, value, input]) => input.value.trim() !== value).map(([parameter, , input]) => `${parameter}=${input.value.trim()}`);
    const game = changed.length ? `${name}:${changed.join(",")}` : card ? name : study.game;
    const other = new Study(connection, { game, start: start.value, ...readMoves("") });
    try {
      await other.positionAt(other.root);
    } catch (error) {
      note.className = "trouble";
      note.textContent = error.message;
      return;
    }
    sheet.close();
    opened(other);
  };
  const sheet = dialog(
    "Rules and position",
    card ? el("p", {}, card.summary) : "",
    el("div", { class: "settings" }, fields.map(([parameter, , input]) => el("label", { class: "field" }, el("span", {}, parameter), input))),
    el("label", { class: "field" }, el("span", {}, "Initial position"), start),
    note,
    el("div", { class: "buttons" }, el("button", { type: "button", class: "primary", click: open }, "Begin")),
  );
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
