// A study: a game, the initial position, the moves with their variations, and the current move.

import { Move } from "./address.js";

export class Study {
  constructor(connection, { game, start, root, current }) {
    this.connection = connection;
    Object.assign(this, { game, start, root, current });
    this.previews = new Map();
  }

  /** The fields of a request about a move's position. */
  place(move, more = []) {
    return { game: this.game, start: this.start, moves: [...move.names, ...more] };
  }

  /** The position after a move; it is requested only once. */
  positionAt(move) {
    move.position ??= this.connection.ask("position", this.place(move)).catch((error) => {
      move.position = null;
      throw error;
    });
    return move.position;
  }

  /** The position after further moves that are not part of the study. */
  preview(move, names) {
    const key = JSON.stringify([...move.names, ...names]);
    if (!this.previews.has(key)) this.previews.set(key, this.connection.ask("position", this.place(move, names)));
    return this.previews.get(key);
  }

  /** Forgets all positions and analyses: the rules have changed. */
  forget() {
    this.previews.clear();
    for (const move of this.root.all) Object.assign(move, { position: null, analysis: null, ownership: null, isOwnershipKnown: false, judgement: null, reviewed: false, known: null });
  }

  /** Drops the current move, and those before it, as long as they are not legal. */
  async keepLegal() {
    while (this.current.before && !(await this.positionAt(this.current).then(() => true, () => false))) {
      const { before } = this.current;
      this.remove(this.current);
      this.current = before;
    }
  }

  /** Deletes a move and all that follow it. */
  remove(move) {
    move.before.after = move.before.after.filter((other) => other !== move);
    if (this.current.line.includes(move)) this.current = move.before;
  }

  /** Makes a move's line the main one. */
  promote(move) {
    for (const each of move.line) {
      const others = each.before.after.filter((other) => other !== each);
      each.before.after = [each, ...others];
    }
  }

  /** The current line: up to the current move, and on to its end. */
  get line() {
    return this.current.end.line;
  }

  /** All moves in the order in which they are written, each with the index of the previous one. */
  get branches() {
    const rows = [];
    const follow = (move, number) => {
      for (const after of move.after) {
        rows.push([number, after.name]);
        follow(after, rows.length - 1);
      }
    };
    follow(this.root, -1);
    return rows;
  }

  /** Replaces the moves. */
  replace(branches) {
    this.root = new Move("", null);
    const made = branches.map(() => null);
    branches.forEach(([before, name], i) => {
      made[i] = (before < 0 ? this.root : made[before]).play(name);
    });
    this.current = this.root.end;
  }
}
