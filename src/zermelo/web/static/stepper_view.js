// The base of the views with a stepper: they request steps from the server, and show them, or an error instead.

import { el, say, trouble } from "./dom.js";

export class StepperView {
  constructor(app) {
    this.app = app;
    this.stage = el("div", { class: "stepper" });
  }

  set(name, value) {
    this[name] = value;
    this.app.changed(this.options);
    this.load();
  }

  /** Asks for steps; show(answer) mounts them and returns the stepper. */
  ask(type, fields, show) {
    this.stage.setAttribute("aria-busy", "true");
    this.app.connection.stream(
      type,
      fields,
      (answer) => this.mount(answer, show),
      (message) => this.fail(message),
    );
  }

  async mount(answer, show) {
    const stepper = await show(answer, () => this.clear());
    if (this.closed) stepper?.destroy();
    else this.stepper = stepper;
  }

  /** Makes room for a stepper; false if the view was left in the meantime. */
  clear() {
    this.stepper?.destroy();
    this.stepper = null;
    this.stage.replaceChildren();
    this.stage.removeAttribute("aria-busy");
    return !this.closed;
  }

  fail(message) {
    this.clear();
    this.stage.replaceChildren(trouble(message));
    say(message);
  }

  close() {
    this.closed = true;
    this.stepper?.destroy();
  }
}
