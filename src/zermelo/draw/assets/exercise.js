/* An exercise on a tree: the student fills in the hidden values, and marks the branches that alpha-beta does not read.

   mountExercise(element, data) fills the element; data is that of the stepper. A wrong answer gets a reason, never the
   right number. */

import { Picture, button, make, svg } from "./picture.js";

const MOST_REASONS = 3;
const NEAR = 0.05; // means may be rounded to one place
const BOX = { width: 32, height: 18 };
const REACH = 9; // to either side of a branch

const FILL_IN = "Fill in the value of each node.";
const ORDERS = { left: "from left to right", right: "from right to left", best: "the best action first" };
const BEFORE_THE_FIRST = "nothing is known of the node above before its first branch is read.";
const STILL_OPEN = "alpha is still below beta when its turn comes.";

export function mountExercise(element, data) {
  const exercise = new Exercise(data);
  const frame = make("div", { class: "tree", tabindex: "0", role: "region", "aria-label": "The exercise" });
  frame.append(exercise.picture.svg);
  const controls = make("div", { class: "controls" });
  const check = button("Check", { press: () => exercise.report() });
  check.classList.add("chief");
  controls.append(check, button("Clear", { press: () => exercise.clear() }));
  const mark = `Click on each branch that alpha-beta, ${ORDERS[data.order]}, does not read.`;
  const task = make("p", { class: "task" }, exercise.prunes ? `${FILL_IN} ${mark}` : FILL_IN);
  element.append(task, frame, controls, exercise.verdicts);
}

class Exercise {
  constructor(data) {
    this.nodes = data.nodes.map((node, i) => ({ ...node, i, children: [] }));
    for (const node of this.nodes.slice(1)) this.hang(node, this.nodes[node.parent]);
    this.prunes = data.algorithm === "alphabeta";
    this.picture = new Picture(data);
    this.nodes.forEach((node, i) => {
      this.picture.nodes[i].reach(true);
      if (node.children.length === 0) this.picture.nodes[i].write("value", node.text);
    });
    this.picture.showOdds(this.picture.odds, true);
    this.marked = new Set();
    this.inputs = new Map(inOrder(this.nodes[0]).map((node) => [node, this.input(node)]));
    this.branches = new Map(this.prunes ? this.nodes.slice(1).map((node) => [node, this.branch(node)]) : []);
    this.verdicts = make("div", { class: "verdicts", role: "status", "aria-live": "polite" });
  }

  /* A node's name is the path of actions that leads to it, because single actions repeat across the tree. */
  hang(node, above) {
    above.children.push(node);
    node.above = above;
    node.name = above.i === 0 ? node.name : `${above.name} ${node.name}`;
  }

  /* An input field for the value. */
  input(node) {
    const { group, texts } = this.picture.nodes[node.i];
    const middle = Number(texts.value.getAttribute("y")) - 4.5;
    const width = node.value?.length > 1 ? 2 * BOX.width : BOX.width;
    const place = svg("foreignObject", { x: -width / 2, y: middle - BOX.height / 2, width, height: BOX.height });
    const about = { class: "answer", type: "text", autocomplete: "off", "aria-label": `Value of ${say(node)}` };
    const field = make("input", about);
    field.addEventListener("input", () => this.judge(node, ""));
    field.addEventListener("keydown", (event) => event.key === "Enter" && this.report());
    place.append(field);
    const sign = svg("text", { class: "verdict", x: width / 2 + 4, y: middle + 5 });
    group.append(place, sign);
    return { field, sign };
  }

  /* A branch that can be marked as not read. */
  branch(node) {
    const { edge } = this.picture.nodes[node.i];
    const about = { role: "checkbox", "aria-checked": "false", "aria-label": `${say(node)} is not read` };
    const element = svg("g", { class: "branch", tabindex: "0", ...about });
    const line = new Line(edge.getAttribute("d"));
    element.append(svg("path", { class: "reach", d: line.reach }), svg("path", { class: "mark", d: line.strokes }));
    element.addEventListener("click", () => this.toggle(node));
    element.addEventListener("keydown", (event) => {
      if (event.key !== " " && event.key !== "Enter") return;
      event.preventDefault();
      this.toggle(node);
    });
    edge.after(element);
    return element;
  }

  toggle(node) {
    if (!this.marked.delete(node)) this.marked.add(node);
    this.showMarks();
  }

  showMarks() {
    for (const [node, element] of this.branches) {
      element.setAttribute("aria-checked", String(this.marked.has(node)));
      this.picture.nodes[node.i].mark("unread", this.isOff(node));
    }
    for (const [node, { field }] of this.inputs) field.disabled = this.isOff(node);
  }

  clear() {
    this.marked.clear();
    for (const [node, { field }] of this.inputs) {
      field.value = "";
      this.judge(node, "");
    }
    this.showMarks();
    this.verdicts.replaceChildren();
  }

  /* The nodes whose values are to be found, in the order in which the search finds them. */
  get wanted() {
    return [...this.inputs.keys()].filter((node) => node.read);
  }

  /* The branches that are to be marked. */
  get cuts() {
    return this.nodes.filter((node) => !node.read && node.above.read);
  }

  /* Whether the student has marked the node, or one above it, as not read. */
  isOff(node) {
    return this.marked.has(node) || (node.i > 0 && this.isOff(node.above));
  }

  text(node) {
    return this.inputs.get(node).field.value.trim();
  }

  /* The verdict on the answer at a node: "right", "wrong", or an empty string if there is no answer. */
  state(node) {
    if (this.isOff(node) || this.text(node) === "") return "";
    const answer = numbers(this.text(node));
    return answer !== null && same(answer, node.value) ? "right" : "wrong";
  }

  judge(node, state) {
    const { sign, field } = this.inputs.get(node);
    sign.textContent = { right: "✓", wrong: "✗" }[state] ?? "";
    sign.setAttribute("class", `verdict ${state}`);
    field.setAttribute("aria-invalid", String(state === "wrong"));
  }

  report() {
    for (const node of this.wanted) this.judge(node, this.state(node));
    const wrong = this.wanted.filter((node) => this.state(node) === "wrong");
    const reasons = wrong.map((node) => `${say(node)}: ${this.whyWrong(node)}`);
    if (this.prunes) reasons.push(...this.marksThatAreWrong(), ...this.marksThatAreMissing());
    const done = reasons.length === 0 && this.wanted.every((node) => this.state(node) === "right");
    this.verdicts.replaceChildren(make("p", {}, done ? "✓ Everything is right." : this.standing()));
    if (reasons.length > 0) this.verdicts.append(list(reasons));
  }

  standing() {
    const right = this.wanted.filter((node) => this.state(node) === "right").length;
    const found = this.cuts.filter((node) => this.marked.has(node)).length;
    const left = this.wanted.filter((node) => this.text(node) === "" && !this.isOff(node)).length;
    const branches = this.prunes ? `, ${found} of ${this.cuts.length} unread branches` : "";
    const open = left > 0 ? ` Still to be filled in: ${left}.` : "";
    return `Right: ${right} of ${this.wanted.length} values${branches}.${open}`;
  }

  whyWrong(node) {
    const answer = numbers(this.text(node));
    if (answer === null || answer.length !== node.value.length) return `“${this.text(node)}” is not a value here.`;
    const below = node.children.filter((child) => child.read);
    const unsure = below.find((child) => this.inputs.has(child) && this.state(child) !== "right");
    if (unsure) return `look at ${say(unsure)} first, which it depends on.`;
    if (node.role === "max" || node.role === "min") return whyNotChosen(node, answer[0], below);
    if (node.role === "chance") return whyNotMean(answer[0], below);
    if (node.role === "opponent") return "the opponent errs: it is the mean of the values below, by the probability that the opponent takes each.";
    const known = below.some((child) => same(answer, child.value));
    return known ? `${mover(node)} prefers another of the values below.` : "no node below has this value.";
  }

  marksThatAreWrong() {
    const read = [...this.marked].filter((node) => node.read);
    return read.map((node) => `${say(node)} is read: ${isFirst(node) ? BEFORE_THE_FIRST : STILL_OPEN}`);
  }

  /* Hints at where an unread branch is missing, without naming it. */
  marksThatAreMissing() {
    const where = new Set(this.cuts.filter((node) => !this.marked.has(node)).map((node) => node.above));
    return [...where].map((node) => {
      const there = node.role === "max" ? "MIN" : "MAX";
      const compare = `compare what ${mover(node)} has there with what ${there} has elsewhere`;
      return `below ${say(node)} a branch need not be read: ${compare}.`;
    });
  }
}

/* Whether the search reads the node before all its siblings. */
function isFirst(node) {
  return node.above.children.every((other) => !other.read || node.number <= other.number);
}

/* The inner nodes in postorder. */
function inOrder(node) {
  return node.children.length === 0 ? [] : [...node.children.flatMap(inOrder), node];
}

function mover({ role }) {
  if (role === "max" || role === "min") return role.toUpperCase();
  return /^p\d$/.test(role) ? `player ${role.slice(1)}` : role;
}

function say(node) {
  return `${node.i === 0 ? "the root" : node.name} (${mover(node)})`;
}

function list(reasons) {
  const element = make("ul");
  element.append(...reasons.slice(0, MOST_REASONS).map((reason) => make("li", {}, reason)));
  if (reasons.length > MOST_REASONS) element.append(make("li", {}, `and ${reasons.length - MOST_REASONS} more.`));
  return element;
}

function whyNotChosen(node, answer, below) {
  const values = below.map((child) => child.value[0]);
  const [wanted, other] = node.role === "max" ? ["greatest", "least"] : ["least", "greatest"];
  const worst = node.role === "max" ? Math.min(...values) : Math.max(...values);
  if (answer === worst) return `${mover(node)} takes the ${wanted} of the values below; this is the ${other}.`;
  if (values.includes(answer)) return `${mover(node)} can have a better one of the values below.`;
  const unread = node.children.some((child) => !child.read && child.value?.[0] === answer);
  return unread ? "this value comes from a branch that is not read." : "no node below has this value.";
}

function whyNotMean(answer, below) {
  const values = below.map((child) => child.value[0]);
  const plain = values.reduce((sum, v) => sum + v, 0) / values.length;
  if (values.includes(answer)) return "chance does not choose: its value is a mean.";
  if (same([answer], [plain])) return "the outcomes are not equally likely: each counts by its probability.";
  return "add up probability times value, over all outcomes.";
}

/* The numbers in a text such as "3", "−1.5", "23/3" or "1 2 6"; null if it contains anything else. */
function numbers(text) {
  const words = text.replaceAll("−", "-").replace(/[<>]/g, " ").split(/[\s,;]+/).filter(Boolean);
  const found = words.map((word) => {
    if (!/^[-+]?(\d+\.?\d*|\.\d+)(\/\d+)?$/.test(word)) return NaN;
    const [above, below] = word.split("/");
    return Number(above) / (below === undefined ? 1 : Number(below));
  });
  return found.length > 0 && found.every(Number.isFinite) ? found : null;
}

function same(answer, value) {
  const near = (a, b) => Math.abs(a - b) <= (Number.isInteger(b) ? 1e-9 : NEAR);
  return answer.length === value.length && value.every((v, i) => near(answer[i], v));
}

/* A branch, parsed from its path data: one straight line. */
class Line {
  constructor(d) {
    const [x, y, ...rest] = d.match(/-?[\d.]+/g).map(Number);
    const [toX, toY] = rest.length === 2 ? rest : [x, rest[0]];
    const length = Math.hypot(toX - x, toY - y);
    Object.assign(this, { x, y, toX, toY, along: [(toX - x) / length, (toY - y) / length] });
  }

  /* The point at this fraction of the way from start to end, shifted along the line and across it. */
  point(part, along, across) {
    const [ax, ay] = this.along;
    const x = this.x + part * (this.toX - this.x) + along * ax - across * ay;
    const y = this.y + part * (this.toY - this.y) + along * ay + across * ax;
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  }

  /* Two short strokes across it, slightly below its middle. */
  get strokes() {
    return [-2, 2].map((shift) => `M${this.point(0.6, shift, -5)}L${this.point(0.6, shift, 5)}`).join("");
  }

  /* The area that reacts to the pointer. */
  get reach() {
    const corners = [[0, -REACH], [1, -REACH], [1, REACH], [0, REACH]];
    return `M${corners.map(([part, across]) => this.point(part, 0, across)).join("L")}Z`;
  }
}
