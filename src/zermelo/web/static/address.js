// The address contains the state of the page: the view, the game, the initial position, and the moves with variations.
//
//   #/board?game=connect4&moves=4,4!,(3,3),5
//
// Variations are in brackets after the move that they replace; "!" follows the current move.

const ENCODED = { "(": "%28", ")": "%29", "!": "%21", ",": "%2C", "*": "%2A", "'": "%27" };

function encode(name) {
  return encodeURIComponent(name).replace(/[()!,*']/g, (c) => ENCODED[c]);
}

/** A move: its name, the previous move, and the next moves, the main line first. */
export class Move {
  constructor(name, before) {
    this.name = name;
    this.before = before;
    this.after = [];
    this.position = null;
    this.analysis = null;
    this.judgement = null;
    this.reviewed = false;
  }

  /** The moves from the start to this one, without the start itself. */
  get line() {
    const moves = [];
    for (let move = this; move.before; move = move.before) moves.unshift(move);
    return moves;
  }

  get names() {
    return this.line.map((move) => move.name);
  }

  get ply() {
    return this.line.length;
  }

  /** The next move with this name; it is created if it does not exist. */
  play(name) {
    const known = this.after.find((move) => move.name === name);
    if (known) return known;
    const made = new Move(name, this);
    this.after.push(made);
    return made;
  }

  /** This move and all later ones, in every variation. */
  get all() {
    return [this, ...this.after.flatMap((move) => move.all)];
  }

  /** The last move of the main line from here. */
  get end() {
    let move = this;
    while (move.after.length) move = move.after[0];
    return move;
  }
}

/** The moves as text, with a mark on the current one. */
export function writeMoves(root, current) {
  const parts = root === current ? ["!"] : [];
  const write = (move) => {
    parts.push(encode(move.name) + (move === current ? "!" : ""));
  };
  const follow = (move) => {
    while (move.after.length) {
      const [first, ...others] = move.after;
      write(first);
      for (const other of others) {
        parts.push("(");
        write(other);
        follow(other);
        parts.push(")");
      }
      move = first;
    }
  };
  follow(root);
  return parts.join(",").replaceAll("(,", "(").replaceAll(",)", ")");
}

/** Parses the moves in the text: the start and the current move. */
export function readMoves(text) {
  const root = new Move("", null);
  let last = root;
  let current = null;
  const opened = [];
  for (const [token] of (text || "").matchAll(/[()]|[^(),]+/g)) {
    if (token === "(") {
      opened.push(last);
      last = last.before ?? root;
    } else if (token === ")") {
      last = opened.pop() ?? last;
    } else {
      const name = decode(token.replace(/!$/, ""));
      if (name) last = last.play(name);
      if (token.endsWith("!")) current = last;
    }
  }
  return { root, current: current ?? root.end };
}

function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

/** Parses an address: its view, and its query parameters by name. */
export function readAddress(hash) {
  const [path, query = ""] = hash.replace(/^#\/?/, "").split("?", 2);
  const given = {};
  for (const pair of query.split("&")) {
    const [name, ...value] = pair.split("=");
    if (name) given[name] = value.join("=");
  }
  const { root, current } = readMoves(given.moves);
  return {
    view: path || "games",
    game: decode(given.game ?? ""),
    start: decode(given.start ?? ""),
    root,
    current,
    options: Object.fromEntries(
      Object.entries(given)
        .filter(([name]) => !["game", "start", "moves"].includes(name))
        .map(([name, value]) => [name, decode(value)]),
    ),
  };
}

/** The address of a view of a study. */
export function writeAddress(view, study, options = {}) {
  if (view === "games" || !study.game) return `#/${view}`;
  const moves = writeMoves(study.root, study.current);
  const pairs = [
    `game=${encode(study.game).replaceAll("%3A", ":").replaceAll("%3D", "=").replaceAll("%2C", ",")}`,
    study.start && `start=${encode(study.start)}`,
    moves && moves !== "!" && `moves=${moves}`,
    ...Object.entries(options).map(([name, value]) => value && `${name}=${encode(String(value))}`),
  ];
  return `#/${view}?${pairs.filter(Boolean).join("&")}`;
}
