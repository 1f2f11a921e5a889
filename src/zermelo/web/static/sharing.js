// Shares the board and the tree of this tab with the class.

const SHARED = ["board", "tree"];

export class Sharing {
  constructor(connection) {
    this.connection = connection;
    this.sent = "";
  }

  /** Shows the class the current position or the tree; the view of the class itself changes nothing. */
  present(view, study) {
    if (view === "class") return;
    const fields = { view: SHARED.includes(view) ? view : "", ...(view === "board" ? study.place(study.current) : {}) };
    const text = JSON.stringify(fields);
    if (text === this.sent) return;
    this.sent = text;
    this.connection.ask("present", fields).catch(() => {}); // the page itself reports what is wrong with a position
  }

  step(step) {
    this.connection.ask("step", { step }).catch(() => {});
  }
}
