import { randomUUID } from "node:crypto";
import path from "node:path";
import type { Logger } from "@neonrelay/process/log";
import * as z from "zod";
import { LEDGER_SPAN_MS, type Listening, MAX_LISTENING_NOW } from "../protocol/index.ts";
import { StateFile } from "../state/state-file.ts";
import type {
  AudiencePort,
  ConnectedListener,
  FetchingListener,
  ListenerFacts,
} from "../stream/audience-port.ts";
import type { CountryFile } from "./country-file.ts";
import { type Clocks, LedgerClock, systemClocks } from "./ledger-clock.ts";
import type { ListenerSalts } from "./listener-salts.ts";
import type { OpenSession } from "./ledger-lines.ts";
import { MAX_AGENT_CHARACTERS, Players } from "./player-rules.ts";
import { Session, type SessionConnection, spanEnd } from "./session.ts";
import { SessionLog } from "./session-log.ts";
import { StationDays } from "./station-day.ts";
import { RETURN_LIMIT_MS, WaitingReturns } from "./waiting-returns.ts";

const TICK_MS = 1000;
/** Spans that a part may cross at once: for longer our process did not run, and nobody heard anything. */
const MAX_CUTS = 8;
/** After a longer absence of on-air, listeners who return begin a new session. */
const MAX_ABSENCE_MS = 2 * 60_000;

/** By what a session's listener is known on a day. */
type DayNames = Pick<OpenSession, "day" | "hash" | "returnKey">;

const noteSchema = z.object({ aliveUntilMs: z.number() });

interface SessionLedgerParts {
  readonly folder: string;
  readonly salts: ListenerSalts;
  readonly countries: Pick<CountryFile, "placeOf">;
  readonly timeZone: () => string;
  readonly log: Logger;
  readonly clocks?: Clocks;
}

/**
 * Listening sessions, as rows that lie within one span each. It costs something when a listener comes or goes, and at
 * the end of a span, but nothing per block.
 */
export class SessionLedger implements AudiencePort {
  readonly log: SessionLog;
  readonly #parts: SessionLedgerParts;
  readonly #clock: LedgerClock;
  readonly #days = new StationDays();
  readonly #players = new Players();
  /** All sessions that have not ended, by id. */
  readonly #open = new Map<string, Session>();
  /** Sessions of connection ids, by mount and cid. */
  readonly #byCid = new Map<string, Session>();
  readonly #returns = new WaitingReturns();
  readonly #note: StateFile<z.infer<typeof noteSchema>>;
  readonly #timer: NodeJS.Timeout;
  #spanEndMs: number;
  #day = "";
  #connected = 0;

  constructor(parts: SessionLedgerParts) {
    this.#parts = parts;
    this.#clock = new LedgerClock(parts.clocks ?? systemClocks);
    this.log = new SessionLog({
      folder: parts.folder,
      log: parts.log,
      checkpoint: () => [...this.#open.values()].map(({ state }) => state),
    });
    this.#note = new StateFile({
      path: path.join(parts.folder, "alive.json"),
      mode: "in place",
      log: parts.log,
    });
    const nowMs = this.#clock.nowMs();
    this.#spanEndMs = spanEnd(nowMs);
    this.#enterDay();
    this.#resume(this.#note.load(noteSchema)?.aliveUntilMs ?? null, nowMs);
    this.#timer = setInterval(() => this.tick(), TICK_MS).unref();
  }

  /** Sessions whose listener is connected. */
  get connectedCount(): number {
    return this.#connected;
  }

  connected(listener: ConnectedListener): () => void {
    if (this.#players.of(listener.userAgent).isBot) return () => {};
    this.#catchUp();
    const cidKey = listener.cid === null ? null : `${listener.mount} ${listener.cid}`;
    const known = cidKey === null ? undefined : this.#byCid.get(cidKey);
    const session = known ?? this.#begin(listener);
    if (cidKey !== null) this.#byCid.set(cidKey, session);
    const connection: SessionConnection = { listener, countedBytes: listener.bytes() };
    session.connections.add(connection);
    return () => {
      this.#catchUp();
      session.release(connection);
      if (session.connections.size > 0) return;
      if (cidKey !== null) this.#byCid.delete(cidKey);
      this.#leave(session, this.#clock.nowMs());
    };
  }

  fetching(listener: ListenerFacts): FetchingListener {
    if (this.#players.of(listener.userAgent).isBot) return { heard: () => {}, ended: () => {} };
    this.#catchUp();
    const session = this.#begin(listener);
    session.isFetching = true;
    return {
      heard: (sound) => session.add(sound),
      ended: (silentMs) => {
        this.#catchUp();
        this.#leave(session, this.#clock.nowMs() - silentMs);
      },
    };
  }

  /** Those who are connected, the longest first. */
  get listeningNow(): readonly Listening[] {
    const nowMs = this.#clock.nowMs();
    const listening: Listening[] = [];
    for (const session of this.#open.values()) {
      if (listening.length >= MAX_LISTENING_NOW) break;
      if (session.isConnected) listening.push(session.listening(nowMs));
    }
    return listening;
  }

  /** Ends a listener's connections. @returns whether there were any */
  disconnect(sessionId: string): boolean {
    const connections = [...(this.#open.get(sessionId)?.connections ?? [])];
    for (const { listener } of connections) listener.disconnect();
    return connections.length > 0;
  }

  /** What happens each second. */
  tick(): void {
    this.#catchUp();
    const nowMs = this.#clock.nowMs();
    this.#note.save({ aliveUntilMs: nowMs });
    for (const session of this.#returns.takeEnded(nowMs)) {
      this.#cutTo(session, session.state.awaySinceMs ?? nowMs);
      this.log.recordRow(session.end());
      this.#open.delete(session.id);
    }
  }

  /** Sessions stay open: the next run ends them, unless their listeners return to it. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#note.save({ aliveUntilMs: this.#clock.nowMs() });
    await Promise.all([this.log.close(), this.#note.flush()]);
  }

  #begin({ mount, via, address, userAgent: agent }: ListenerFacts): Session {
    const nowMs = this.#clock.nowMs();
    const userAgent = agent.slice(0, MAX_AGENT_CHARACTERS);
    const names = this.#namesOf({ address, userAgent, mount });
    const returned = this.#returns.takeReturn(names.returnKey, nowMs);
    if (returned !== undefined) this.#cutTo(returned, nowMs);
    const session =
      returned ??
      new Session({
        sessionId: randomUUID(),
        startedAtMs: nowMs,
        fromMs: nowMs,
        seconds: 0,
        bytes: 0,
        isFirst: true,
        ...names,
        connectedSinceMs: nowMs,
        awaySinceMs: null,
        mount,
        via,
        edge: null,
        ...this.#playerOf(userAgent),
        ...this.#parts.countries.placeOf(address),
        address: null,
      });
    this.#open.set(session.id, session);
    session.comeBack({ atMs: nowMs, address, userAgent });
    this.#connected += 1;
    this.log.recordOpen(session.state);
    return session;
  }

  #leave(session: Session, atMs: number): void {
    if (!session.isConnected) return;
    this.#cutTo(session, atMs);
    session.leave(atMs);
    this.#connected -= 1;
    this.#returns.add(session, (session.state.awaySinceMs ?? atMs) + RETURN_LIMIT_MS);
    this.log.recordOpen(session.state);
  }

  /** Follows the wall clock, and ends spans that are over. */
  #catchUp(): void {
    const { jumpMs } = this.#clock;
    if (jumpMs !== 0) this.#jump(jumpMs);
    const nowMs = this.#clock.nowMs();
    if (nowMs < this.#spanEndMs) return;
    this.#spanEndMs = spanEnd(nowMs);
    for (const session of this.#open.values()) if (session.isConnected) this.#cutTo(session, nowMs);
    if (this.#enterDay()) this.#rename();
  }

  /** The wall clock was set: times before and after it are not compared, and what was heard stays as it is. */
  #jump(jumpMs: number): void {
    const nowMs = this.#clock.nowMs();
    this.#clock.followJump(jumpMs);
    this.#returns.shift(jumpMs);
    for (const session of this.#open.values()) {
      if (session.isConnected) {
        this.#cutTo(session, nowMs);
        this.log.recordRow(session.cut(nowMs));
      }
      session.shift(jumpMs);
    }
    this.#spanEndMs = spanEnd(this.#clock.nowMs());
    this.#enterDay();
    this.#rename();
  }

  /** Cuts a session where spans ended until `atMs`. */
  #cutTo(session: Session, atMs: number): void {
    for (let cuts = 0; session.isDue(atMs); cuts += 1) {
      if (cuts >= MAX_CUTS) return session.skipTo(spanEnd(atMs) - LEDGER_SPAN_MS);
      this.log.recordRow(session.cut(atMs));
    }
  }

  /** @returns whether the station's day has changed */
  #enterDay(): boolean {
    this.#days.follow(this.#parts.timeZone());
    const day = this.#days.of(this.#spanEndMs - LEDGER_SPAN_MS);
    this.#parts.salts.follow(day);
    if (day === this.#day) return false;
    this.#day = day;
    return true;
  }

  /** Names those who listen by the salt of the new day. */
  #rename(): void {
    for (const session of this.#open.values()) {
      const { address, userAgent, state } = session;
      if (address !== null)
        session.enterDay(this.#namesOf({ address, userAgent, mount: state.mount }));
      this.log.recordOpen(session.state);
    }
  }

  #namesOf(listener: {
    readonly address: string;
    readonly userAgent: string;
    readonly mount: string;
  }): DayNames {
    const { salts } = this.#parts;
    const day = this.#day;
    return {
      day,
      hash: salts.hash({ day, address: listener.address }),
      returnKey: salts.returnKey({ day, ...listener }),
    };
  }

  #playerOf(userAgent: string): Pick<Listening, "player" | "device"> {
    const { player, device } = this.#players.of(userAgent);
    return { player, device };
  }

  /** Ends the sessions of the last run at its last note, and waits for their listeners. */
  #resume(aliveUntilMs: number | null, nowMs: number): void {
    for (const state of this.log.found) {
      const session = new Session(state);
      this.#open.set(session.id, session);
      const noteMs = Math.min(aliveUntilMs ?? state.fromMs, nowMs);
      const endMs = state.awaySinceMs ?? Math.max(noteMs, state.connectedSinceMs ?? state.fromMs);
      if (session.isConnected) {
        this.#cutTo(session, endMs);
        session.leave(endMs);
      }
      const wasAwayMs = Math.max(noteMs - endMs, 0);
      const isLongAgo = nowMs - endMs > MAX_ABSENCE_MS;
      this.#returns.add(session, isLongAgo ? endMs : nowMs + RETURN_LIMIT_MS - wasAwayMs);
    }
  }
}
