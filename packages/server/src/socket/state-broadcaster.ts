import { type SocketData, socketStateTypes } from "@neonrelay/contract";
import type { Logger } from "@neonrelay/process/log";
import { setTimeout as delay } from "node:timers/promises";
import type { StationEvent } from "../events/station-events.ts";
import { type SocketStateType, textFrame } from "./browser-socket.ts";
import type { SocketRounds } from "./socket-rounds.ts";
import { isNews, socketStates, type SocketStateParts, type StateFor } from "./socket-states.ts";

/** A state as it was loaded a moment ago, with the frames made of it. */
interface FreshState {
  readonly atMs: number;
  readonly frameFor: Promise<(hostname: string) => Buffer>;
}

/** Names a browser may use for us are few; a client that makes up many must not fill the memory. */
const MAX_KEPT = 100;
/** After this long a state that could not be loaded is tried again, in ms. */
const RETRY_MS = 1000;
/** A snapshot may be this old; newer events end it at once. */
const FRESH_MS = 500;

/** Remembers the state that browsers have, and sends them what changed. */
export class StateBroadcaster {
  readonly #parts: SocketStateParts;
  readonly #rounds: SocketRounds;
  readonly #log: Logger;
  readonly #stale = new Set<SocketStateType>();
  readonly #told = new Map<string, SocketData<SocketStateType>>();
  readonly #fresh = new Map<SocketStateType, FreshState>();
  readonly #throttle = createStateThrottle((type) => this.#recordStale(type));
  readonly #closing = new AbortController();
  #announcing: Promise<void> | null = null;

  constructor({
    parts,
    rounds,
    log,
  }: {
    readonly parts: SocketStateParts;
    readonly rounds: SocketRounds;
    readonly log: Logger;
  }) {
    this.#parts = parts;
    this.#rounds = rounds;
    this.#log = log;
  }

  /** Every state for a new socket, loaded once for many that connect together. */
  async snapshot(hostname: string): Promise<readonly Buffer[]> {
    const frames: Buffer[] = [];
    for (const type of socketStateTypes) frames.push((await this.#loadFresh(type))(hostname));
    return frames;
  }

  handle(event: StationEvent): void {
    for (const type of socketStateTypes) {
      if (!socketStates[type].changedBy.includes(event.type)) continue;
      this.#fresh.delete(type);
      this.#stale.add(type);
    }
    this.#announceSoon();
  }

  /** The last socket has left. */
  forgetTold(): void {
    this.#told.clear();
    this.#fresh.clear(); // it is remembered as told when it is loaded
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#throttle.close();
    this.#stale.clear();
    await this.#announcing;
  }

  async #loadFresh(type: SocketStateType): Promise<(hostname: string) => Buffer> {
    const kept = this.#fresh.get(type);
    if (kept !== undefined && performance.now() - kept.atMs < FRESH_MS) return await kept.frameFor;
    const frameFor = socketStates[type]
      .load(this.#parts)
      .then((state) => this.#frameOnce(type, state));
    const loading = { atMs: performance.now(), frameFor };
    this.#fresh.set(type, loading);
    try {
      return await frameFor;
    } catch (error) {
      if (this.#fresh.get(type) === loading) this.#fresh.delete(type);
      throw error;
    }
  }

  #frameOnce(type: SocketStateType, state: StateFor): (hostname: string) => Buffer {
    const frames = new Map<string, Buffer>();
    return (hostname) => {
      const key = keyOf(type, hostname);
      const kept = frames.get(key);
      if (kept !== undefined) return kept;
      const data = state(hostname);
      const frame = frameOf(type, data);
      if (frames.size > MAX_KEPT) frames.clear();
      frames.set(key, frame);
      this.#compareWithTold(type, { key, data });
      return frame;
    };
  }

  /** A new socket may have a different value than the others now: then all of them get it. */
  #compareWithTold(
    type: SocketStateType,
    { key, data }: { readonly key: string; readonly data: SocketData<SocketStateType> },
  ): void {
    const before = this.#told.get(key);
    if (before === undefined) return this.#remember(key, data);
    if (!isNews({ before, after: data })) return;
    this.#told.delete(key);
    this.#recordStale(type);
  }

  #recordStale(type: SocketStateType): void {
    this.#stale.add(type);
    this.#announceSoon();
  }

  #remember(key: string, data: SocketData<SocketStateType>): void {
    if (this.#told.size > MAX_KEPT) this.#told.clear();
    this.#told.set(key, data);
  }

  #announceSoon(): void {
    if (this.#stale.size === 0 || this.#closing.signal.aborted) return;
    this.#announcing ??= this.#announce().finally(() => {
      this.#announcing = null;
      this.#announceSoon(); // changes that arrived during the last round
    });
  }

  /** Sends every socket what changed; changes that arrive while it loads go out in the next round. */
  async #announce(): Promise<void> {
    const { signal } = this.#closing;
    let hasFailed = false;
    for (let type = takeFirst(this.#stale); type !== undefined; type = takeFirst(this.#stale)) {
      // Later sockets get everything when they connect.
      if (this.#rounds.memberCount === 0 || this.#throttle.isThrottled(type)) continue;
      try {
        this.#send(type, await socketStates[type].load(this.#parts));
      } catch (error) {
        if (!signal.aborted) this.#stale.add(type);
        // Said once: while the database is away every attempt fails alike.
        if (!hasFailed) this.#log.error({ error }, "could not send a change to sockets");
        hasFailed = true;
        await delay(RETRY_MS, undefined, { signal }).catch(() => {}); // closing
      }
    }
  }

  #send(type: SocketStateType, state: StateFor): void {
    const frames = new Map<string, Buffer | null>();
    const frameNews = (key: string, hostname: string): Buffer | null => {
      const data = state(hostname);
      if (!isNews({ before: this.#told.get(key), after: data })) return null;
      this.#remember(key, data);
      const frame = frameOf(type, data);
      this.#throttle.recordSent(type, {
        sizeBytes: frame.length,
        sockets: this.#rounds.memberCount,
      });
      return frame;
    };
    this.#rounds.send({
      state: type,
      sequence: 0,
      isByHostname: isByHostname(type),
      frameFor: (hostname) => {
        const key = keyOf(type, hostname);
        let frame = frames.get(key);
        if (frame === undefined) frames.set(key, (frame = frameNews(key, hostname)));
        return frame;
      },
    });
  }
}

function frameOf(type: SocketStateType, data: SocketData<SocketStateType>): Buffer {
  return textFrame(JSON.stringify({ type, data }));
}

/** Only the stream's address depends on the name a browser reached us by. */
function isByHostname(type: SocketStateType): boolean {
  return type === "stream_info";
}

function keyOf(type: SocketStateType, hostname: string): string {
  return `${type} ${isByHostname(type) ? hostname : ""}`;
}

function takeFirst<Value>(values: Set<Value>): Value | undefined {
  const [first] = values;
  if (first !== undefined) values.delete(first);
  return first;
}

/** Keeps a large state from being sent to thousands of browsers at each of many small changes. */
interface StateThrottle {
  /** Whether a state was sent too recently; then `wake` is called for it when it may be sent again. */
  isThrottled(type: SocketStateType): boolean;
  /** @param sockets how many it went to */
  recordSent(
    type: SocketStateType,
    sent: { readonly sizeBytes: number; readonly sockets: number },
  ): void;
  close(): void;
}

function createStateThrottle(wake: (type: SocketStateType) => void): StateThrottle {
  const untilMs = new Map<SocketStateType, number>();
  const timers = new Map<SocketStateType, NodeJS.Timeout>();
  let isClosed = false;
  return {
    isThrottled: (type) => {
      const waitMs = (untilMs.get(type) ?? 0) - performance.now();
      if (isClosed || waitMs <= 0) return false;
      if (timers.has(type)) return true;
      const end = (): void => {
        timers.delete(type);
        untilMs.delete(type);
        wake(type);
      };
      timers.set(type, setTimeout(end, waitMs));
      return true;
    },
    recordSent: (type, sent) => void untilMs.set(type, performance.now() + stateIntervalMs(sent)),
    close: () => {
      isClosed = true;
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}

/** A state up to this size is no load for one browser, however often it changes. */
const SMALL_BYTES = 8 * 1024;
/** The most that a browser gets of one larger state, in bytes a second. */
const BROWSER_BYTES_PER_SECOND = 100_000;
/** The most that all of them together get of one state, in bytes a second: 200 Mbit/s. */
const CROWD_BYTES_PER_SECOND = 25_000_000;

/**
 * Shortest time between two sendings of a state to all sockets, in ms. What changes meanwhile is sent at its end.
 * @param sizeBytes of its frame
 */
export function stateIntervalMs({
  sizeBytes,
  sockets,
}: {
  readonly sizeBytes: number;
  readonly sockets: number;
}): number {
  const browserMs = sizeBytes > SMALL_BYTES ? (sizeBytes / BROWSER_BYTES_PER_SECOND) * 1000 : 0;
  const crowdMs = ((sizeBytes * sockets) / CROWD_BYTES_PER_SECOND) * 1000;
  return Math.max(browserMs, crowdMs);
}
