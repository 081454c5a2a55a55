import type { Listening, SessionRow } from "../protocol/index.ts";
import { LEDGER_SPAN_MS } from "../protocol/index.ts";
import type { ConnectedListener } from "../stream/audience-port.ts";
import type { OpenSession } from "./ledger-lines.ts";

/** A connection of a session, and how many of its bytes are in rows. */
export interface SessionConnection {
  readonly listener: ConnectedListener;
  countedBytes: number;
}

/** A session that is open. Times are those of the ledger's clock. */
export class Session {
  /** What is kept on disk of it. */
  #state: OpenSession;
  readonly connections = new Set<SessionConnection>();
  /** The listener's address, only while they are connected. */
  address: string | null = null;
  /** Cut to MAX_AGENT_CHARACTERS; empty after a restart, until they return. */
  userAgent = "";
  /** Of HLS: what was heard is reported, not measured. */
  isFetching = false;
  /** In rows already. */
  #secondsInRows: number;

  constructor(state: OpenSession) {
    this.#state = state;
    this.#secondsInRows = (state.fromMs - state.startedAtMs) / 1000;
  }

  get state(): OpenSession {
    return this.#state;
  }

  get id(): string {
    return this.#state.sessionId;
  }

  get isConnected(): boolean {
    return this.#state.connectedSinceMs !== null;
  }

  /** Adds what a fetching listener heard. */
  add({ seconds, bytes }: { readonly seconds: number; readonly bytes: number }): void {
    this.#become({ seconds: this.#state.seconds + seconds, bytes: this.#state.bytes + bytes });
  }

  /** One of several connections has closed. */
  release(connection: SessionConnection): void {
    const sent = connection.listener.bytes() - connection.countedBytes;
    this.#become({ bytes: this.#state.bytes + Math.max(sent, 0) });
    this.connections.delete(connection);
  }

  /** Its listener has gone. */
  leave(atMs: number): void {
    const awaySinceMs = Math.max(atMs, this.#state.fromMs);
    this.#measure(awaySinceMs);
    this.#become({ connectedSinceMs: null, awaySinceMs });
    this.address = null;
    this.userAgent = "";
  }

  /** Its listener is there, or there again. */
  comeBack({
    atMs,
    address,
    userAgent,
  }: {
    readonly atMs: number;
    readonly address: string;
    readonly userAgent: string;
  }): void {
    this.address = address;
    this.userAgent = userAgent;
    this.#become({ connectedSinceMs: Math.max(atMs, this.#state.fromMs), awaySinceMs: null });
  }

  /** Begins a part at `ms`: nothing was heard since the last. */
  skipTo(ms: number): void {
    const connectedSinceMs = this.isConnected ? ms : null;
    this.#become({ fromMs: ms, connectedSinceMs });
  }

  /** The day's hash and key of the part that begins. */
  enterDay(names: Pick<OpenSession, "day" | "hash" | "returnKey">): void {
    this.#become(names);
  }

  /** The clock was set. */
  shift(jumpMs: number): void {
    const { startedAtMs, fromMs, connectedSinceMs, awaySinceMs } = this.#state;
    this.#become({
      startedAtMs: startedAtMs + jumpMs,
      fromMs: fromMs + jumpMs,
      connectedSinceMs: connectedSinceMs === null ? null : connectedSinceMs + jumpMs,
      awaySinceMs: awaySinceMs === null ? null : awaySinceMs + jumpMs,
    });
  }

  /** Whether a span has ended since the part began. */
  isDue(nowMs: number): boolean {
    return spanEnd(this.#state.fromMs) <= nowMs;
  }

  /** Ends the part at the end of its span, or at `atMs`, and begins the next there. */
  cut(atMs: number): Omit<SessionRow, "number"> {
    const toMs = Math.min(spanEnd(this.#state.fromMs), atMs);
    this.#measure(toMs);
    const row = this.#row(toMs, false);
    const { connectedSinceMs, seconds } = this.#state;
    this.#secondsInRows += row.seconds;
    this.#become({
      fromMs: toMs,
      isFirst: false,
      // A segment that was fetched at the end of a span is heard in the next.
      seconds: Math.max(seconds - row.seconds, 0),
      bytes: 0,
      connectedSinceMs: connectedSinceMs === null ? null : toMs,
    });
    return row;
  }

  /** The last row of a session that is away. */
  end(): Omit<SessionRow, "number"> {
    return this.#row(this.#state.awaySinceMs ?? this.#state.fromMs, true);
  }

  /** As seen by operators. */
  listening(nowMs: number): Listening {
    const { sessionId, startedAtMs, seconds, connectedSinceMs } = this.#state;
    const { mount, via, edge, player, device, country, subdivision, address } = this.#state;
    const measured =
      this.isFetching || connectedSinceMs === null ? 0 : Math.max(nowMs - connectedSinceMs, 0);
    return {
      sessionId,
      startedAtMs,
      seconds: this.#secondsInRows + seconds + measured / 1000,
      mount,
      via,
      edge,
      player,
      device,
      country,
      subdivision,
      address,
    };
  }

  /** Adds what was heard and sent since the last measurement. */
  #measure(atMs: number): void {
    const { connectedSinceMs, seconds, bytes } = this.#state;
    if (connectedSinceMs === null || this.isFetching) return;
    let sent = 0;
    for (const connection of this.connections) {
      const now = connection.listener.bytes();
      sent += Math.max(now - connection.countedBytes, 0);
      connection.countedBytes = now;
    }
    this.#become({
      seconds: seconds + Math.max(atMs - connectedSinceMs, 0) / 1000,
      bytes: bytes + sent,
      connectedSinceMs: Math.max(atMs, connectedSinceMs),
    });
  }

  #row(toMs: number, isLast: boolean): Omit<SessionRow, "number"> {
    const { returnKey: _key, connectedSinceMs: _since, awaySinceMs: _away, ...state } = this.#state;
    const seconds = Math.min(state.seconds, (toMs - state.fromMs) / 1000);
    return { ...state, toMs, seconds: Math.round(seconds * 1000) / 1000, isLast };
  }

  #become(change: Partial<OpenSession>): void {
    this.#state = { ...this.#state, ...change };
  }
}

/** End of the span in which that moment lies. */
export function spanEnd(ms: number): number {
  return (Math.floor(ms / LEDGER_SPAN_MS) + 1) * LEDGER_SPAN_MS;
}
