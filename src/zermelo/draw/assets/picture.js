/* The picture of a tree at a step of the search, and helpers that create elements. */

const SVG = "http://www.w3.org/2000/svg";

export function make(tag, attributes = {}, text = "") {
  return fill(document.createElement(tag), attributes, text);
}

export function svg(tag, attributes = {}, text = "") {
  return fill(document.createElementNS(SVG, tag), attributes, text);
}

function fill(element, attributes, text) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(name, "");
    else element.setAttribute(name, value);
  }
  if (text) element.textContent = text;
  return element;
}

export function button(text, { name = "", icon = null, press }) {
  const element = make("button", { type: "button", ...(name ? { "aria-label": name, title: name } : {}) }, text);
  if (icon) element.prepend(icon);
  element.addEventListener("click", press);
  return element;
}

const WINNERS = ["won", "lost", "even", "open"];

/* A picture wider than this takes the whole width of the page. */
const WIDE = 700;

export class Picture {
  /* Starts in the state before the first step. */
  constructor(data) {
    this.data = data;
    this.svg = read(data.svg);
    this.best = data.nodes.map(() => -1);
    this.visits = data.nodes.map(() => 0);
    this.bestLine = [];
    this.current = null;
    const groups = this.svg.querySelectorAll(".node");
    const edges = this.svg.querySelectorAll(".edge");
    this.nodes = data.nodes.map((node, i) => new Drawn(node, i, groups[i], i > 0 ? edges[i - 1] : null));
    for (const drawn of this.nodes) drawn.begin();
    this.odds = data.steps.flatMap((step) => step.odds ?? []);
    this.showOdds(this.odds, false);
  }

  /* Writes the probabilities of an opponent's actions, or removes them. */
  showOdds(odds, shown) {
    for (const [node, text] of odds) this.nodes[node].write("probability", shown ? text : "");
  }

  apply(step) {
    this.change(step, 1);
    if (step.best) this.choose(step.node, ...step.best);
    if (step.unread) for (const i of step.unread) this.nodes[i].passOver(true);
  }

  undo(step) {
    this.change(step, 0);
    if (step.best) this.choose(step.node, step.best[1], step.best[0]);
    if (step.unread) for (const i of step.unread) this.nodes[i].passOver(false);
  }

  /* The texts of the node, before the step (0) or after it (1), and whether it was reached at all. */
  change(step, side) {
    const drawn = this.nodes[step.node];
    if (["enter", "leaf", "folded"].includes(step.kind)) {
      this.visits[step.node] += side === 1 ? 1 : -1;
      drawn.reach(this.visits[step.node] > 0);
    }
    for (const part of ["value", "window"]) if (step[part]) drawn.write(part, step[part][side]);
    for (const [node, ...texts] of step.beside ?? []) this.nodes[node].write("window", texts[side]);
    if (step.cut) drawn.write("cut", side === 1 ? step.cut : "");
    if (step.odds) this.showOdds(step.odds, side === 1);
    if (["leave", "leaf"].includes(step.kind)) drawn.decide(side === 1);
  }

  choose(node, before, after) {
    if (before >= 0) this.nodes[before].mark("chosen", false);
    if (after >= 0) this.nodes[after].mark("chosen", true);
    this.best[node] = after;
  }

  /* Marks the current node and the best line so far, after all steps were applied. */
  settle(step) {
    if (this.current) this.current.group.classList.remove("current");
    this.current = step ? this.nodes[step.node] : null;
    if (this.current) this.current.group.classList.add("current");
    for (const i of this.bestLine) this.nodes[i].mark("best", false);
    this.bestLine = [];
    for (let i = this.best[0]; i >= 0; i = this.best[i]) this.bestLine.push(i);
    if (this.bestLine.length > 0) this.bestLine.push(0);
    for (const i of this.bestLine) this.nodes[i].mark("best", true);
  }

  get isWide() {
    return this.svg.viewBox.baseVal.width > WIDE;
  }

  /* Calls clicked(number) for a click on a node that is not a fold. */
  letClick(clicked) {
    this.svg.classList.add("clickable");
    this.nodes.forEach(({ group, node }, i) => {
      if (!node.fold) group.addEventListener("click", () => clicked(i));
    });
  }

  letOpen(expand) {
    for (const { group, node } of this.nodes.filter((drawn) => drawn.node.fold)) {
      group.classList.add("openable");
      fill(group, { tabindex: "0", role: "button", "aria-label": `Open ${group.querySelector("title").textContent}` });
      group.addEventListener("click", () => expand(node.fold));
      group.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        event.stopPropagation();
        expand(node.fold);
      });
    }
  }
}

/* One node, with the branch above it and, if it is cut off, the strokes across the branch. */
class Drawn {
  constructor(node, number, group, edge) {
    Object.assign(this, { node, group, edge });
    const next = edge?.nextElementSibling;
    this.strokes = next?.classList.contains("mark") ? next : null;
    this.texts = {};
    for (const part of ["value", "window", "cut", "probability"]) this.texts[part] = group.querySelector(`text.${part}`);
    this.title = group.querySelector("title");
    this.whole = this.title.textContent;
    group.dataset.node = String(number);
    if (edge) edge.dataset.branch = String(number);
  }

  begin() {
    for (const kind of ["unread", "best"]) this.mark(kind, false);
    this.mark("later", true);
    if (this.strokes) this.strokes.classList.add("later");
    for (const part of ["value", "window", "cut"]) if (this.texts[part]) this.texts[part].textContent = "";
    this.decide(false);
    this.explain();
  }

  /* Shows who wins from here, if nodes are coloured by winner. */
  decide(decided) {
    if (!this.node.winner) return;
    for (const kind of WINNERS) this.group.classList.toggle(kind, kind === (decided ? this.node.winner : "open"));
  }

  reach(reached) {
    this.mark("later", !reached);
    this.explain();
  }

  passOver(passed) {
    this.mark("unread", passed);
    this.mark("later", !passed);
    if (this.strokes) this.strokes.classList.toggle("later", !passed);
    this.write("value", passed ? this.node.text : "");
  }

  write(part, text) {
    if (this.texts[part]) this.texts[part].textContent = text;
    this.explain();
  }

  mark(kind, on) {
    this.group.classList.toggle(kind, on);
    if (this.edge) this.edge.classList.toggle(kind, on);
  }

  /* The tooltip of the node; that of a fold has its number of nodes. */
  explain() {
    if (this.node.fold) return;
    const { value, window, cut } = this.texts;
    const found = [value, window, cut].map((text) => text?.textContent).filter(Boolean);
    const unread = this.group.classList.contains("unread") ? ["not read"] : [];
    this.title.textContent = [`${this.node.name}: ${this.node.role}`, ...found, ...unread].join("  ");
  }
}

export function read(text) {
  const picture = document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
  picture.style.setProperty("--drawn", `${picture.getAttribute("width")}px`);
  picture.setAttribute("role", "group");
  picture.removeAttribute("width");
  picture.removeAttribute("height");
  return picture;
}
