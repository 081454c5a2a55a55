import type { Logger } from "@neonrelay/process/log";
import { setImmediate as nextTurn, setTimeout as delay } from "node:timers/promises";
import {
  joinBatch,
  type Batch,
  type FramedMessage,
  type BrowserSocket,
  type SocketStateType,
} from "./browser-socket.ts";

/** A message to everyone, framed when its round comes. */
export interface RoundMessage {
  readonly state: SocketStateType | null;
  /** Whether it depends on the name a browser reached us by. */
  readonly isByHostname: boolean;
  /** null: a browser that came by this name knows it already. */
  readonly frameFor: (hostname: string) => Buffer | null;
}

export interface RoundMember {
  readonly socket: BrowserSocket;
  readonly hostname: string;
}

/** Sockets written to before others get a turn. */
const MEMBERS_PER_TURN = 250;
/** Rounds shorter than this follow each other at once. */
const SHORT_ROUND_MS = 5;
const LONGEST_PAUSE_MS = 50;

/**
 * Sends messages to all sockets, in order. All messages of one turn of the event loop go to each socket in one
 * write; after a round that took long, half as much time is left to everything else, and what comes meanwhile is one round.
 */
export class SocketRounds {
  readonly #members: ReadonlySet<RoundMember>;
  readonly #log: Logger;
  readonly #closing = new AbortController();
  #waiting: RoundMessage[] = [];
  #running: Promise<void> | null = null;

  constructor(members: ReadonlySet<RoundMember>, log: Logger) {
    this.#members = members;
    this.#log = log;
  }

  get hasMembers(): boolean {
    return this.#members.size > 0;
  }

  tell(message: RoundMessage): void {
    if (this.#closing.signal.aborted || !this.hasMembers) return;
    if (message.state !== null)
      this.#waiting = this.#waiting.filter(({ state }) => state !== message.state);
    this.#waiting.push(message);
    this.#runSoon();
  }

  /** What waits is not told any more. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#waiting = [];
    await this.#running;
  }

  #runSoon(): void {
    if (this.#waiting.length === 0 || this.#closing.signal.aborted) return;
    this.#running ??= this.#run()
      .catch((error: unknown) => {
        if (!this.#closing.signal.aborted) this.#log.error({ error }, "could not send to sockets");
      })
      .finally(() => {
        this.#running = null;
        this.#runSoon(); // what came when the last round was over
      });
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing;
    await nextTurn(undefined, { signal });
    while (this.#waiting.length > 0) {
      const startedAtMs = performance.now();
      await this.#tellRound(this.#waiting.splice(0), signal);
      const tookMs = performance.now() - startedAtMs;
      if (tookMs > SHORT_ROUND_MS)
        await delay(Math.min(tookMs / 2, LONGEST_PAUSE_MS), undefined, { signal });
    }
  }

  async #tellRound(messages: readonly RoundMessage[], signal: AbortSignal): Promise<void> {
    const batches = new Map<string, Batch | null>();
    const isByHostname = messages.some((message) => message.isByHostname);
    let told = 0;
    // A socket that joins during the round gets all of it or nothing: both are right before its snapshot.
    for (const { socket, hostname } of this.#members) {
      const key = isByHostname ? hostname : "";
      let batch = batches.get(key);
      if (batch === undefined) batches.set(key, (batch = createBatch(messages, hostname)));
      if (batch !== null) socket.send(batch);
      told += 1;
      if (told % MEMBERS_PER_TURN === 0) await nextTurn(undefined, { signal });
    }
  }
}

function createBatch(messages: readonly RoundMessage[], hostname: string): Batch | null {
  const framed = messages.flatMap(({ state, frameFor }): FramedMessage[] => {
    const frame = frameFor(hostname);
    return frame === null ? [] : [{ state, frame }];
  });
  return framed.length === 0 ? null : joinBatch(framed);
}
