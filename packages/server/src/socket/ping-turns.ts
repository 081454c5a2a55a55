import type { BrowserSocket } from "./browser-socket.ts";

const PING_MS = 25_000;
/** Sockets are asked in this many groups, one after the other. */
const PING_TURNS = 25;

interface Asked {
  /** Of PingTurns, when it joined. */
  readonly pingTurn: number;
  readonly socket: Pick<BrowserSocket, "checkAlive">;
}

/** Asks all sockets in turn whether they are there. */
export class PingTurns {
  readonly #timer: NodeJS.Timeout;
  #turn = 0;

  /** @param onTurn called once a second */
  constructor(members: ReadonlySet<Asked>, onTurn: () => void) {
    this.#timer = setInterval(() => {
      onTurn();
      this.#turn = (this.#turn + 1) % PING_TURNS;
      for (const { pingTurn, socket } of members) if (pingTurn === this.#turn) socket.checkAlive();
    }, PING_MS / PING_TURNS);
  }

  /** For a socket that joins now: it is asked last. */
  get turn(): number {
    return this.#turn;
  }

  close(): void {
    clearInterval(this.#timer);
  }
}
