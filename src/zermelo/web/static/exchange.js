// Import and export of games as text or JSON.

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
