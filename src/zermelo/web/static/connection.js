// The WebSocket: requests and answers. It reconnects automatically, and sends unanswered requests again.

const SEARCHES = new Set(["analyse", "choose", "review", "solve", "tree", "match", "act", "advise"]);
const FIRST_WAIT = 250;
const LONGEST_WAIT = 4000;
const TOO_LONG = 1009; // the close code for a message that is too large

export class Connection {
  /** `changed` is called with whether there is a connection, and if not, the reason; `heard` with notifications from the server. */
  constructor(changed, heard) {
    this.changed = changed;
    this.heard = heard;
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
      for (const [id, request] of this.asked) this.send(id, request);
    });
    this.socket.addEventListener("message", (event) => this.receive(JSON.parse(event.data)));
    this.socket.addEventListener("close", (event) => {
      if (event.code === TOO_LONG) this.refuseLongest();
      this.lost(event.reason);
    });
  }

  /** Drops the request for which the socket was closed: sent again, it would close the socket again. */
  refuseLongest() {
    const length = ([, { fields }]) => JSON.stringify(fields).length;
    const [id, request] = [...this.asked].reduce((one, other) => (length(other) > length(one) ? other : one));
    this.asked.delete(id);
    request.fail("this text is too long for the server");
  }

  lost(reason) {
    this.changed(false, reason);
    const isAgain = this.wait > FIRST_WAIT; // a connection that is lost once usually comes back
    if (!reason && isAgain) this.trouble().then((words) => words && this.socket.readyState !== WebSocket.OPEN && this.changed(false, words));
    setTimeout(() => this.open(), this.wait);
    this.wait = Math.min(LONGEST_WAIT, this.wait * 2);
  }

  /** What to do if there is no connection: the server has ended, or another one, with another key, is there. */
  async trouble() {
    const answer = await fetch("/", { cache: "no-store" }).catch(() => null);
    if (!answer) return "the server has ended. Start zermelo serve again: this page then continues";
    return answer.status === 403 ? "the server was restarted. Open the link that it printed; the address of this page keeps your moves" : "";
  }

  send(id, request) {
    if (this.socket.readyState === WebSocket.OPEN) {
      this.socket.send(JSON.stringify({ type: request.type, id, ...request.fields }));
    }
  }

  /** Sends a request; the callback gets every answer. Returns a function that cancels it. A new search ends the last. */
  stream(type, fields, receive, fail = () => {}) {
    if (SEARCHES.has(type)) this.forgetSearches();
    const id = this.next++;
    const request = { type, fields, receive, fail };
    this.asked.set(id, request);
    this.send(id, request);
    return () => this.asked.delete(id);
  }

  /** Sends a request, and returns a promise of its single answer. */
  ask(type, fields = {}) {
    return new Promise((resolve, reject) => this.stream(type, fields, resolve, (message) => reject(new Error(message))));
  }

  /** Stops the current search. */
  stop() {
    const searched = [...this.asked.values()].some((request) => SEARCHES.has(request.type));
    this.forgetSearches();
    if (searched) this.stream("stop", {}, () => {});
  }

  forgetSearches() {
    for (const [id, request] of this.asked) if (SEARCHES.has(request.type)) this.asked.delete(id);
  }

  receive(answer) {
    const request = this.asked.get(answer.id);
    if (answer.type === "reloaded") this.heard(answer);
    else if (answer.id === null) console.warn(answer.message);
    if (!request) return;
    if (answer.done !== false) this.asked.delete(answer.id);
    if (answer.type === "error") request.fail(answer.message);
    else request.receive(answer);
  }
}
