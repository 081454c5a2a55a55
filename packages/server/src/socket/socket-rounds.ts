import type { Logger } from "@neonrelay/process/log";
import { setImmediate as nextTurn, setTimeout as delay } from "node:timers/promises";
import type { FramePublisher, SharedMessage } from "./shared-rounds.ts";
import {
  type Batch,
  type BrowserSocket,
  type FramedMessage,
  joinBatch,
  type SocketStateType,
  textOf,
} from "./browser-socket.ts";

/** A message to everyone, framed when its round comes. */
export interface RoundMessage {
  readonly state: SocketStateType | null;
  /** Of the node that serves; 0 at that node itself. */
  readonly sequence: number;
  /** Whether it depends on the name a browser reached us by. */
  readonly isByHostname: boolean;
  /** null: a browser that came by this name knows it already. */
  readonly frameFor: (hostname: string) => Buffer | null;
}

export interface RoundMember {
  readonly socket: Pick<BrowserSocket, "send">;
  readonly hostname: string;
  /** It gets messages with a higher sequence only; -1: all. */
  readonly after: number;
}

interface SocketRoundsOptions {
  /** Sockets of this node. */
  readonly members: ReadonlySet<RoundMember>;
  /** For sockets of other nodes; null: there are no others. */
  readonly publisher: FramePublisher | null;
  readonly log: Logger;
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
  readonly #publisher: FramePublisher | null;
  readonly #log: Logger;
  readonly #closing = new AbortController();
  #waiting: RoundMessage[] = [];
  #running: Promise<void> | null = null;
  #lastSentSequence = 0;

  constructor({ members, publisher, log }: SocketRoundsOptions) {
    this.#members = members;
    this.#publisher = publisher;
    this.#log = log;
  }

  /** Sockets of this node and of others. */
  get memberCount(): number {
    return this.#members.size + (this.#publisher?.socketsElsewhere ?? 0);
  }

  /** Sequence of the last round that is over: a socket that joins now gets what comes after it. */
  get lastSentSequence(): number {
    return this.#lastSentSequence;
  }

  send(message: RoundMessage): void {
    if (this.#closing.signal.aborted) return;
    // One that depends on the name may be for other browsers than the one before.
    if (message.state !== null && !message.isByHostname)
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
      await this.#sendRound(this.#waiting.splice(0), signal);
      const tookMs = performance.now() - startedAtMs;
      if (tookMs > SHORT_ROUND_MS)
        await delay(Math.min(tookMs / 2, LONGEST_PAUSE_MS), undefined, { signal });
    }
  }

  async #sendRound(messages: readonly RoundMessage[], signal: AbortSignal): Promise<void> {
    if (this.#publisher?.hasSockets === true)
      this.#publisher.publish(shared(messages, this.#publisher.hostnames));
    const batches = new Map<string, Batch | null>();
    const isByHostname = messages.some((message) => message.isByHostname);
    const [first] = messages;
    const before = (first?.sequence ?? 0) - 1;
    let told = 0;
    // A socket that joins during the round gets all of it or nothing: both are right before its snapshot.
    for (const { socket, hostname, after } of this.#members) {
      const from = Math.max(after, before);
      const key = `${from} ${isByHostname ? hostname : ""}`;
      let batch = batches.get(key);
      if (batch === undefined) {
        const wanted = messages.filter(({ sequence }) => sequence > from);
        batches.set(key, (batch = createBatch(wanted, hostname)));
      }
      if (batch !== null) socket.send(batch);
      told += 1;
      if (told % MEMBERS_PER_TURN === 0) await nextTurn(undefined, { signal });
    }
    this.#lastSentSequence = messages.at(-1)?.sequence ?? this.#lastSentSequence;
  }
}

/** @returns null when a browser that came by this name gets nothing */
export function createBatch(messages: readonly RoundMessage[], hostname: string): Batch | null {
  const framed = messages.flatMap(({ state, frameFor }): FramedMessage[] => {
    const frame = frameFor(hostname);
    return frame === null ? [] : [{ state, frame }];
  });
  return framed.length === 0 ? null : joinBatch(framed);
}

function shared(
  messages: readonly RoundMessage[],
  hostnames: Iterable<string>,
): readonly SharedMessage[] {
  const names = [...hostnames];
  return messages.flatMap(({ state, isByHostname, frameFor }) =>
    (isByHostname ? names : [null]).flatMap((hostname): SharedMessage[] => {
      const frame = frameFor(hostname ?? "");
      return frame === null ? [] : [{ state, hostname, text: textOf(frame) }];
    }),
  );
}
