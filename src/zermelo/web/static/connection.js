// The socket: questions and answers. When it is lost it comes back by itself, and what was not answered is asked again.

const SEARCHES = new Set(["analyse", "choose", "review", "solve", "tree", "match"]);
const FIRST_WAIT = 250;
const LONGEST_WAIT = 4000;
const TOO_LONG = 1009; // why the server has closed the socket

export class Connection {
  /** `changed` hears whether there is a connection, and why not. */
  constructor(changed) {
    this.changed = changed;
    this.asked = new Map();
    this.next = 1;
    this.wait = FIRST_WAIT;
    this.open();
  }

  open() {
    this.socket = new WebSocket(`ws://${location.host}/socket`);
    this.socket.addEventListener("open", () => {
      this.wait = FIRST_WAIT;
      this.changed(true, "");
      for (const [id, question] of this.asked) this.send(id, question);
    });
    this.socket.addEventListener("message", (event) => this.hear(JSON.parse(event.data)));
    this.socket.addEventListener("close", (event) => {
      if (event.code === TOO_LONG) this.refuseLongest();
      this.lost(event.reason);
    });
  }

  /** Takes back the question for which the socket was closed: asked again, it would be closed again. */
  refuseLongest() {
    const length = ([, { fields }]) => JSON.stringify(fields).length;
    const [id, question] = [...this.asked].reduce((one, other) => (length(other) > length(one) ? other : one));
    this.asked.delete(id);
    question.fail("this is too long for the page");
  }

  lost(reason) {
    this.changed(false, reason);
    setTimeout(() => this.open(), this.wait);
    this.wait = Math.min(LONGEST_WAIT, this.wait * 2);
  }

  send(id, question) {
    if (this.socket.readyState === WebSocket.OPEN) {
      this.socket.send(JSON.stringify({ type: question.type, id, ...question.fields }));
    }
  }

  /** Asks, and hears every answer; gives what takes the question back. A new search ends the one before. */
  stream(type, fields, hear, fail = () => {}) {
    if (SEARCHES.has(type)) this.forgetSearches();
    const id = this.next++;
    const question = { type, fields, hear, fail };
    this.asked.set(id, question);
    this.send(id, question);
    return () => this.asked.delete(id);
  }

  /** Asks, and promises the one answer. */
  ask(type, fields = {}) {
    return new Promise((resolve, reject) => this.stream(type, fields, resolve, (message) => reject(new Error(message))));
  }

  /** Ends what is searched. */
  stop() {
    const searched = [...this.asked.values()].some((question) => SEARCHES.has(question.type));
    this.forgetSearches();
    if (searched) this.stream("stop", {}, () => {});
  }

  forgetSearches() {
    for (const [id, question] of this.asked) if (SEARCHES.has(question.type)) this.asked.delete(id);
  }

  hear(answer) {
    const question = this.asked.get(answer.id);
    if (answer.id === null) console.warn(answer.message);
    if (!question) return;
    if (answer.done !== false) this.asked.delete(answer.id);
    if (answer.type === "error") question.fail(answer.message);
    else question.hear(answer);
  }
}
