// The choice of the method and its options: one control for each option that the server declares for it.

import { choice, el } from "./dom.js";

/** The method that an address names, and its options. */
export function readMethod({ method, algorithm, with: given }) {
  return { name: method ?? algorithm ?? "", options: readOptions(given) };
}

function readOptions(text) {
  try {
    const options = JSON.parse(text ?? "{}");
    return options && typeof options === "object" && !Array.isArray(options) ? options : {};
  } catch {
    return {};
  }
}

/** How an address names a method and its options. */
export function writeMethod({ name, options }) {
  return { method: name, with: Object.keys(options).length ? JSON.stringify(options) : "" };
}

/**
 * The choice of a method among those that fit, and controls for its options for a question. If no method is chosen,
 * the controls are those that all methods share.
 */
export function methodControls(fitting, question, chosen, isOpen, changed) {
  const names = [["", "automatic"], ...fitting.map(({ name }) => [name, name])];
  const method = choice("Method", names, chosen.name, (name) => changed({ name, options: {} }));
  const asked = fitting.find(({ name }) => name === chosen.name);
  const set = (name, value) => changed({ name: chosen.name, options: withOption(chosen.options, name, value) });
  const controls = optionsOf(asked ? [asked] : fitting, question).map((option) =>
    control(option, chosen.options[option.name], (value) => set(option.name, value)),
  );
  const about = asked ? [el("p", { class: "note" }, `${asked.name}: ${asked.summary}`)] : [];
  if (!controls.length) return [method, ...about];
  return [method, ...about, el("details", { class: "method-options", open: isOpen }, el("summary", {}, "Options"), el("div", { class: "settings" }, controls))];
}

/** The options for a question that all of the methods have. For a tree, those that any has: they choose the method. */
function optionsOf(methods, question) {
  const lists = methods.map(({ options }) => options.filter(({ questions }) => questions.includes(question)));
  if (question === "tree") return [...new Map(lists.flat().map((option) => [option.name, option])).values()];
  return (lists[0] ?? []).filter(({ name }) => lists.every((list) => list.some((option) => option.name === name)));
}

/** The field for one option; empty means the default. */
function control({ name, help, type, default: usual, choices, unit, count }, value, changed) {
  const label = name.replaceAll("_", " ");
  if (count > 1) return titled(severalNumbers(label, count, value, changed), help);
  if (type === "bool") return titled(choice(label, [["", usual ? "yes" : "no"], [String(!usual), usual ? "no" : "yes"]], String(value ?? ""), (text) => changed(text === "" ? null : text === "true")), help);
  if (choices.length) return titled(choice(label, [["", usual ?? "default"], ...choices.filter((each) => each !== usual).map((each) => [each, each])], value ?? "", (text) => changed(text || null)), help);
  const isNumber = type === "int" || type === "float";
  const shown = (number) => (isNumber && number !== undefined && number !== null ? String(number / unit) : String(number ?? ""));
  const read = ({ target }) => {
    const text = target.value.trim();
    if (!target.checkValidity()) target.reportValidity();
    else changed(text === "" ? null : isNumber ? Number(text) * unit : text);
  };
  const input = el("input", { type: isNumber ? "number" : "text", step: type === "int" ? 1 : "any", value: shown(value), placeholder: shown(usual), spellcheck: "false", change: read });
  return titled(el("label", { class: "field" }, el("span", {}, label), input), help);
}

/** A field for several numbers with spaces between them, such as a window: "-1 1". */
function severalNumbers(label, count, value, changed) {
  const number = String.raw`-?(\d+\.?\d*|\.\d+)`;
  const read = ({ target }) => {
    const text = target.value.trim();
    if (!target.checkValidity()) target.reportValidity();
    else changed(text === "" ? null : text.split(/[\s,]+/).map(Number));
  };
  const pattern = `\\s*${number}([\\s,]+${number}){${count - 1}}\\s*`;
  const input = el("input", { value: value?.join(" ") ?? "", pattern, placeholder: `${count} numbers`, spellcheck: "false", change: read });
  return el("label", { class: "field" }, el("span", {}, label), input);
}

function titled(field, help) {
  field.title = help;
  return field;
}

function withOption(options, name, value) {
  const { [name]: _, ...others } = options;
  return value === null ? others : { ...others, [name]: value };
}
