// Helpers that create and find elements.

/** An element. Attributes that are functions are listeners; those that are false or null are left out. */
export function el(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name, value);
    else if (name in made && (typeof value === "boolean" || name === "value")) made[name] = value;
    else if (value !== null && value !== false) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== false));
  return made;
}

const SVG = "http://www.w3.org/2000/svg";

/** An element of a picture. */
export function shape(tag, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name, value);
    else made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

/** An error message. Lines below the first one show a place in a text, with a caret, and keep their columns. */
export function trouble(message) {
  const [first, ...rest] = message.split("\n");
  return el("div", { class: "trouble" }, el("p", {}, first), rest.length ? el("pre", {}, rest.join("\n")) : null);
}

/** Announces a text to screen readers. */
export function say(text) {
  document.getElementById("said").textContent = text;
}

/** A select element for [value, words] pairs. */
export function choice(label, pairs, chosen, changed) {
  const options = pairs.map(([value, words]) => el("option", { value, selected: value === chosen }, words));
  return el("label", { class: "field" }, el("span", {}, label), el("select", { change: (e) => changed(e.target.value) }, options));
}

/** A dialog; Escape closes it. */
export function dialog(title, ...content) {
  const opened = el(
    "dialog",
    { "aria-label": title, close: () => opened.remove(), click: (e) => e.target === opened && opened.close() },
    el(
      "div",
      { class: "sheet" },
      el("header", {}, el("h2", {}, title), el("button", { type: "button", class: "quiet", click: () => opened.close(), "aria-label": "Close" }, "✕")),
      ...content,
    ),
  );
  document.body.append(opened);
  opened.showModal();
  return opened;
}

/** Calls `choose` with one of the names: with the only one, or with the one that is clicked in a dialog. */
export function oneOf(names, choose) {
  if (names.length === 1) return choose(names[0]);
  const take = (name) => {
    opened.close();
    choose(name);
  };
  const buttons = names.map((name) => el("button", { type: "button", click: () => take(name) }, name));
  const opened = dialog("Which one?", el("div", { class: "buttons" }, buttons));
  return opened;
}

/** Asks for a confirmation; resolves to whether it was given. */
export function confirmed(title, words, yes) {
  return new Promise((resolve) => {
    let isGiven = false;
    const accept = () => {
      isGiven = true;
      opened.close();
    };
    const buttons = [el("button", { type: "button", class: "primary", click: accept }, yes), el("button", { type: "button", click: () => opened.close() }, "Keep")];
    const opened = dialog(title, el("p", {}, words), el("div", { class: "buttons" }, buttons));
    opened.addEventListener("close", () => resolve(isGiven));
    buttons[0].focus();
  });
}

/** 1234567 as "1.2 M". */
export function brief(number) {
  if (number >= 1e9) return `${(number / 1e9).toFixed(1)} G`;
  if (number >= 1e6) return `${(number / 1e6).toFixed(1)} M`;
  if (number >= 1e4) return `${Math.round(number / 1e3)} k`;
  return number.toLocaleString("en");
}
