// Choosing an action on the board: by clicks, or by dragging a piece.
//
// The server says which areas of the picture each action touches (`touched`): the ways to choose it. A way is a list of
// steps that may be taken in any order, and a step is a list of areas that are touched in this order. An area between
// the first and the last of a step may be left out if no other action is meant then.

import { areaBox, arrow } from "./overlays.js";

const DRAG = 6; // pixels: a shorter movement of the pointer is a click

/** A step of two or more steps that one piece takes, from its first area to its last. */
function chains(steps) {
  const found = steps.map((step, i) => ({ cells: step, uses: [i] }));
  for (let i = 0; i < found.length; i++) {
    const { cells, uses } = found[i];
    steps.forEach((step, j) => {
      if (uses.includes(j) || step[0] !== cells.at(-1) || step.length < 2) return;
      const isKnown = found.some((other) => other.cells.length === 2 && other.cells[0] === cells[0] && other.cells[1] === step.at(-1));
      if (!isKnown) found.push({ cells: [cells[0], step.at(-1)], uses: [...uses, j] });
    });
  }
  return found;
}

/** The steps of a way without those that were taken; null if the way does not contain all of them. */
function without(steps, taken) {
  const left = [...steps];
  for (const step of taken) {
    const at = left.findIndex((other) => other.join() === step.join());
    if (at < 0) return null;
    left.splice(at, 1);
  }
  return left;
}

export class Pointing {
  /** `areas` are the shapes of the picture by name; `play` is called with the actions of which one was chosen. */
  constructor(drawn, areas, { actions, touched }, play) {
    this.drawn = drawn;
    this.areas = areas;
    this.play = play;
    this.ways = actions.flatMap((action, i) => touched[i].map((steps) => ({ action, steps })));
    this.taken = []; // the steps that were taken
    this.chosen = []; // the areas of the current step
    this.carried = []; // the shapes of the piece that takes it
    this.enabled = true;
    this.isPressed = false;
    this.changed = () => {};
    // A finger that drags a piece does not scroll the page. The style touch-action does nothing on the shapes of a picture.
    drawn.addEventListener("touchmove", (event) => this.isPressed && event.preventDefault(), { passive: false });
    for (const [name, shapes] of areas) for (const shape of shapes) this.listen(shape, name);
  }

  listen(shape, name) {
    shape.addEventListener("click", () => this.touch(name));
    shape.addEventListener("pointerdown", (event) => this.press(event, name));
  }

  /** What can be touched next: each area with the steps that it continues. */
  get next() {
    return this.nextAfter(this.chosen);
  }

  /** What can be touched after these areas of a step. */
  nextAfter(chosen) {
    const found = new Map();
    const after = chosen.length;
    for (const { action, steps } of this.enabled ? this.ways : []) {
      const left = without(steps, this.taken);
      for (const { cells, uses } of left ? chains(left) : []) {
        if (cells.length <= after || chosen.some((cell, i) => cells[i] !== cell)) continue;
        const rest = { action, steps: uses.map((i) => left[i]), ends: left.length === uses.length };
        const add = (area, isLast) => found.set(area, [...(found.get(area) ?? []), { ...rest, isLast, isDirect: uses.length === 1 }]);
        add(cells[after], cells.length === after + 1);
        if (after && cells.length > after + 1) add(cells.at(-1), true);
      }
    }
    return found;
  }

  /** Touches an area: it continues the step, ends it, or begins another. */
  touch(name) {
    const meant = this.next.get(name);
    if (!meant) {
      const began = this.chosen.length > 0 && this.chosen[0] !== name;
      this.chosen = [];
      if (began && this.next.has(name)) return this.touch(name);
      return this.changed();
    }
    const ended = meant.filter(({ isLast }) => isLast);
    if (!ended.length) this.chosen.push(name);
    else this.endStep(ended);
    return this.changed();
  }

  endStep(ended) {
    const [first] = [...ended].sort((one, other) => other.isDirect - one.isDirect);
    const same = ended.filter(({ steps }) => JSON.stringify(steps) === JSON.stringify(first.steps));
    const finished = new Set(same.filter(({ ends }) => ends).map(({ action }) => action));
    this.chosen = [];
    if (finished.size) {
      this.taken = [];
      this.play([...finished]);
    } else this.taken.push(...first.steps);
  }

  /** Takes the last touch or step back; false if there is none. */
  back() {
    if (!this.chosen.length && !this.taken.length) return false;
    if (this.chosen.length) this.chosen.pop();
    else this.taken.pop();
    this.changed();
    return true;
  }

  get isBegun() {
    return this.chosen.length + this.taken.length > 0;
  }

  /** The actions that are still possible. */
  get possible() {
    return new Set([...this.next.values()].flat().map(({ action }) => action));
  }

  /** Shows which areas can be touched and which were, and the steps that were taken. */
  mark() {
    const { next } = this;
    const begins = this.nextAfter([]);
    const touched = new Set([...this.chosen, ...this.taken.flat()]);
    for (const [name, shapes] of this.areas) {
      const isDragged = name === this.chosen.at(-1) || begins.get(name)?.every(({ isLast }) => !isLast);
      for (const shape of shapes) {
        shape.classList.toggle("open", next.has(name));
        shape.classList.toggle("draggable", Boolean(isDragged));
        shape.classList.toggle("chosen", touched.has(name));
      }
    }
    for (const each of this.drawn.querySelectorAll(".step")) each.remove();
    for (const step of this.taken) {
      const [from, to] = [step[0], step.at(-1)].map((name) => this.areas.get(name));
      if (from && to) this.drawn.append(arrow(areaBox(from), areaBox(to), "step"));
    }
    this.carry();
  }

  // Dragging.

  press(event, name) {
    if (event.button || !event.target.classList.contains("draggable")) return;
    const begin = { x: event.clientX, y: event.clientY };
    const before = [...this.chosen];
    let isDragged = false;
    this.isPressed = true;
    const move = ({ clientX, clientY }) => {
      const [dx, dy] = [clientX - begin.x, clientY - begin.y];
      if (!isDragged && Math.hypot(dx, dy) < DRAG) return;
      if (!isDragged) this.pickUp(name);
      isDragged = true;
      const zoom = this.drawn.getScreenCTM();
      this.carry(dx / zoom.a, dy / zoom.d);
    };
    const end = ({ clientX, clientY, type }) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      this.isPressed = false;
      if (!isDragged) return;
      this.drawn.classList.remove("dragging");
      const under = document.elementsFromPoint(clientX, clientY).find((each) => each.dataset?.cell)?.dataset.cell;
      const isDropped = type === "pointerup" && this.chosen.length && under !== name && this.next.has(under);
      if (isDropped) return this.touch(under);
      this.chosen = before;
      return this.changed();
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  }

  /** Begins a step with the piece on an area, or goes on with the current one if it has come there. */
  pickUp(name) {
    this.drawn.classList.add("dragging");
    if (name === this.chosen.at(-1)) return;
    this.chosen = [];
    this.touch(name);
  }

  /** Shows the piece of the current step on the last area touched, or away from it by a distance. */
  carry(dx = 0, dy = 0) {
    for (const piece of this.carried) piece.style.translate = "";
    this.carried = this.chosen.length ? this.piecesOn(this.chosen[0]) : [];
    if (!this.carried.length) return;
    const [from, to] = [this.chosen[0], this.chosen.at(-1)].map((name) => areaBox(this.areas.get(name)));
    for (const piece of this.carried) piece.style.translate = `${to.x - from.x + dx}px ${to.y - from.y + dy}px`;
  }

  /** The shapes of the piece on an area: the last one that is drawn there. */
  piecesOn(name) {
    const box = areaBox(this.areas.get(name));
    const inside = [...this.drawn.querySelectorAll("[data-piece]")].filter((shape) => {
      const { x, y, width, height } = shape.getBBox();
      const [middleX, middleY] = [x + width / 2, y + height / 2];
      return middleX >= box.left && middleX <= box.right && middleY >= box.top && middleY <= box.bottom;
    });
    return inside.filter((shape) => shape.dataset.piece === inside.at(-1).dataset.piece);
  }
}
