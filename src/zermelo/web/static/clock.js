// Clocks: the time of each player for the whole game, and what is added after each move.

import { el } from "./dom.js";

export const TIMES = [
  ["", "no clock"],
  ["1+0", "1 minute"],
  ["3+2", "3 minutes, 2 s a move"],
  ["10+5", "10 minutes, 5 s a move"],
  ["30+20", "30 minutes, 20 s a move"],
];

const TICK = 100; // milliseconds

export class Clocks {
  /** `time` is minutes and added seconds, "3+2"; `flagged` is called with a player whose time is over. */
  constructor(time, names, flagged) {
    const [minutes, added] = time.split("+").map(Number);
    this.added = added * 1000;
    this.left = names.map(() => minutes * 60_000);
    this.flagged = flagged;
    this.running = null;
    this.faces = names.map(() => el("span", { class: "time" }, ""));
    this.element = el("div", { class: "clocks", role: "timer", "aria-label": "Clocks" }, names.map((name, p) => el("div", { class: "clock" }, el("span", { class: "who" }, name), this.faces[p])));
    this.draw();
  }

  /** Lets the time of this player run, and stops that of the one before, who has moved; null stops all. */
  run(player) {
    this.pass();
    if (this.running !== null && this.running !== player && this.left[this.running] > 0) this.left[this.running] += this.added;
    clearInterval(this.ticking);
    this.running = player;
    this.at = performance.now();
    if (player !== null) this.ticking = setInterval(() => this.tick(), TICK);
    this.draw();
  }

  /** Stops without adding anything: the game is over, or a move was taken back. */
  stop() {
    this.pass();
    clearInterval(this.ticking);
    this.running = null;
    this.draw();
  }

  pass() {
    if (this.running === null) return;
    const now = performance.now();
    this.left[this.running] -= now - this.at;
    this.at = now;
  }

  tick() {
    this.pass();
    this.draw();
    if (this.left[this.running] > 0) return;
    const late = this.running;
    this.left[late] = 0;
    this.stop();
    this.flagged(late);
  }

  secondsOf(player) {
    return Math.max(1, Math.floor(this.left[player] / 1000));
  }

  draw() {
    this.faces.forEach((face, p) => {
      const seconds = Math.max(0, this.left[p]) / 1000;
      const rest = seconds < 20 ? seconds.toFixed(1).padStart(4, "0") : String(Math.floor(seconds % 60)).padStart(2, "0");
      face.textContent = seconds < 20 ? `0:${rest}` : `${Math.floor(seconds / 60)}:${rest}`;
      face.parentNode?.classList.toggle("running", this.running === p);
      face.parentNode?.classList.toggle("low", seconds < 20);
    });
  }
}
