/* A picture in a frame that scrolls: buttons and keys to zoom and to fit, Ctrl and the wheel, and dragging to pan. */

import { button, make } from "./picture.js";

const STEP = 1.25;
const LEAST = 0.1;
const MOST = 4;
const DRAGGED = 5; // pixels that the pointer may move in a click

export class Zoom {
  constructor(frame, picture) {
    this.frame = frame;
    this.picture = picture;
    this.drawn = picture.viewBox.baseVal;
    this.output = make("output", { class: "zoom-level" });
    const more = button("+", { name: "Zoom in (+)", press: () => this.by(STEP) });
    const less = button("−", { name: "Zoom out (−)", press: () => this.by(1 / STEP) });
    const fit = button("Fit", { name: "Fit into the frame (0)", press: () => this.fit() });
    this.element = make("div", { class: "zoom", role: "toolbar", "aria-label": "Zoom" });
    this.element.append(less, more, fit, this.output);
    frame.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    frame.addEventListener("pointerdown", (event) => this.grab(event));
    new ResizeObserver(() => this.show()).observe(picture);
  }

  /* Pixels on the screen for each pixel of the picture. */
  get level() {
    return this.picture.getBoundingClientRect().width / this.drawn.width;
  }

  show() {
    this.output.textContent = `${Math.round(100 * this.level)} %`;
  }

  /* Sets the level; the point (x, y) of the frame, by default its middle, stays where it is. */
  to(level, x = this.frame.clientWidth / 2, y = this.frame.clientHeight / 2) {
    const { frame } = this;
    const before = this.level;
    const after = Math.min(Math.max(level, LEAST), MOST);
    const [left, top] = [(frame.scrollLeft + x) / before, (frame.scrollTop + y) / before];
    this.picture.style.width = `${after * this.drawn.width}px`;
    frame.scrollTo(left * after - x, top * after - y);
    this.show();
  }

  by(factor, ...point) {
    this.to(this.level * factor, ...point);
  }

  /* The whole picture in the frame, at most as large as it was drawn. */
  fit() {
    const room = Number.parseFloat(getComputedStyle(this.frame).maxHeight) || this.frame.clientHeight;
    this.to(Math.min(this.frame.clientWidth / this.drawn.width, room / this.drawn.height, 1));
  }

  key(key) {
    if (key === "+" || key === "=") this.by(STEP);
    else if (key === "-" || key === "−") this.by(1 / STEP);
    else if (key === "0") this.fit();
    else return false;
    return true;
  }

  wheel(event) {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const { left, top } = this.frame.getBoundingClientRect();
    this.by(Math.exp(-event.deltaY / 400), event.clientX - left, event.clientY - top);
  }

  /* Touch scrolls by itself; the mouse drags the picture. The end of a drag is not a click. */
  grab(event) {
    if (event.pointerType === "touch" || event.button !== 0 || event.target.closest("input, foreignObject")) return;
    const { frame } = this;
    const [x, y, left, top] = [event.clientX, event.clientY, frame.scrollLeft, frame.scrollTop];
    let far = false;
    const drag = (moved) => {
      far ||= Math.hypot(moved.clientX - x, moved.clientY - y) > DRAGGED;
      if (!far) return;
      frame.classList.add("dragged");
      frame.scrollTo(left + x - moved.clientX, top + y - moved.clientY);
    };
    const drop = () => {
      removeEventListener("pointermove", drag);
      removeEventListener("pointerup", drop);
      removeEventListener("pointercancel", drop);
      frame.classList.remove("dragged");
      if (!far) return;
      const swallow = (click) => click.stopPropagation();
      frame.addEventListener("click", swallow, { capture: true, once: true });
      setTimeout(() => frame.removeEventListener("click", swallow, { capture: true }));
    };
    addEventListener("pointermove", drag);
    addEventListener("pointerup", drop);
    addEventListener("pointercancel", drop);
  }

  /* Scrolls the frame, and not the page, until the element is well inside. */
  reveal(element) {
    const inner = element.getBoundingClientRect();
    const outer = this.frame.getBoundingClientRect();
    const over = (low, high, from, to) => {
      const room = Math.min(48, (to - from) / 4);
      return low < from + room ? low - from - room : high > to - room ? high - to + room : 0;
    };
    const across = over(inner.left, inner.right, outer.left, outer.right);
    this.frame.scrollBy(across, over(inner.top, inner.bottom, outer.top, outer.bottom));
  }
}
