// The game's estimate of who will own each cell of the board in the end, which improves while it is shown.

export class Ownership {
  /** `changed` is called with a move when there is a new estimate for it: `move.ownership`, by area of the picture. */
  constructor(app, changed) {
    this.app = app;
    this.changed = changed;
    this.stop = () => {};
  }

  /** Asks for the estimate after a move, unless it is known. */
  ask(move) {
    this.stop();
    if (move.isOwnershipKnown) return;
    const receive = ({ areas, done }) => {
      move.ownership = areas;
      move.isOwnershipKnown = done;
      this.changed(move);
    };
    this.stop = this.app.connection.stream("ownership", this.app.study.place(move), receive);
  }
}
