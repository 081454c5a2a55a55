import { randomUUID } from "node:crypto";
import type { Readable } from "node:stream";
import type { EventSource } from "@neonrelay/process/events";
import type { Logger } from "@neonrelay/process/log";
import type { EngineFeeds } from "../engine-host/engine-feeds.ts";
import type { Journal } from "../state/journal.ts";
import type { PlayLedger } from "../playout/play-ledger.ts";
import type { DjHandover } from "../playout/dj-plays.ts";
import type { PlayoutEvent } from "../playout/playout-events.ts";
import {
  CAPTURE_USER_ID,
  type DjKey,
  type LiveSessionStatus,
  type SlotRules,
  type Standing,
} from "../protocol/index.ts";
import type { DjKeys } from "./dj-keys.ts";
import { DjSession, type SourceInfo } from "./dj-session.ts";
import type { LiveSlots } from "./live-slots.ts";
import {
  chooseDj,
  currentAfter,
  heardOf,
  isHostComing,
  lacksSound,
  nameOf,
  stateOf,
  toStatus,
  whyOver,
  type CurrentPlay,
} from "./dj-turns.ts";
import { Refusals, type Refusal } from "./refusals.ts";

/** A DJ who sends nothing for this long has gone. */
const DEAD_AFTER_MS = 20_000;
/** A connection idle for this long yields to a new one of the same account. */
const STALE_AFTER_MS = 3000;
/** Maximum sessions, on air and waiting. */
const MAX_SESSIONS = 8;
/** Consecutive plays that never got on air before we give up. */
const MAX_FAILURES = 3;
const CHECK_INTERVAL_MS = 200;
/** Fade-out of a DJ whose sound is no longer wanted, ms. */
const CUT_FADE_MS = 500;
/** Fade-out of a DJ whose time is over, ms: this much of their sound is buffered. */
const HAND_OVER_FADE_MS = 2000;
/**
 * Hand-over period at the start of a live show: others stay on air this long while the host's sound is on its way, ms.
 */
const HAND_OVER_MS = 10_000;

interface LineupParts {
  readonly keys: DjKeys;
  readonly slots: LiveSlots;
  /** How far sound going on air now is ahead of what listeners hear, ms; a few seconds after a bridge. */
  readonly aheadMs: () => number;
  readonly air: Pick<DjHandover, "take" | "end" | "isHeld">;
  /** Reports what becomes of the DJs' plays. */
  readonly playout: EventSource<PlayoutEvent>;
  readonly ledger: Pick<PlayLedger, "addFeedTitle">;
  readonly feeds: Pick<EngineFeeds, "open">;
  readonly journal: Pick<Journal, "append">;
  readonly onChanged: () => void;
  readonly log: Logger;
}

/** All connected DJs, and which of them is on air. The others wait their turn. */
export class DjLineup {
  readonly #parts: LineupParts;
  readonly #sessions = new Map<string, DjSession>();
  /** Every play the engine may still have, by id. */
  readonly #plays = new Map<string, DjSession>();
  /** The DJ on air, or next on air. */
  #current: CurrentPlay | null = null;
  readonly #refusals: Refusals;
  readonly #timer: NodeJS.Timeout;

  constructor(parts: LineupParts) {
    this.#parts = parts;
    this.#refusals = new Refusals(parts.journal);
    this.#timer = setInterval(() => this.#check(), CHECK_INTERVAL_MS);
    parts.playout.subscribe((event) => this.#takePlayoutEvent(event));
  }

  /** Everyone connected or still audible, in order of arrival. */
  get status(): LiveSessionStatus[] {
    return [...this.#sessions.values()].map((session) =>
      toStatus(session, stateOf(session, this.#turn)),
    );
  }

  setKeys(keys: readonly DjKey[]): void {
    this.#parts.keys.set(keys);
    for (const session of this.#sessions.values())
      if (
        session.info.key.userId !== CAPTURE_USER_ID &&
        !this.#parts.keys.isValid(session.info.key)
      )
        this.#cut(session, { reason: "the key was revoked", fadeMs: CUT_FADE_MS });
  }

  setSlots(rules: SlotRules): void {
    this.#parts.slots.set(rules);
    this.#check();
  }

  /** Why a source may not connect; null if it may. */
  whyRefused({ key, address }: Pick<SourceInfo, "key" | "address">): string | null {
    const { userId, username } = key;
    if (this.#refusals.isBanned({ userId, address }))
      return "You were disconnected by the station. Try again in a few minutes.";
    const reason = this.#parts.slots.whyRefused(userId);
    if (reason !== null) {
      this.#refusals.report({ address, username, reason }, { isOnce: true });
      this.#parts.log.info({ dj: key.djName, reason }, "a DJ was refused");
      return reason;
    }
    const why = { reason: "the same account has connected again", fadeMs: CUT_FADE_MS };
    for (const session of this.#connected)
      if (session.info.key.userId === userId && session.pauseMs > STALE_AFTER_MS)
        this.#cut(session, why);
    return this.#sessions.size < MAX_SESSIONS ? null : "Too many DJs are connected.";
  }

  /** Accepts a source that passed `whyRefused`; the caller then feeds it its bytes. */
  connect({ info, source }: { readonly info: SourceInfo; readonly source: Readable }): DjSession {
    const session: DjSession = new DjSession({
      info,
      source,
      openFeed: (feedId, findRestart) => this.#parts.feeds.open(feedId, findRestart),
      addFeedTitle: (title) => this.#parts.ledger.addFeedTitle(title),
      onClosed: () => this.#closed(session),
    });
    this.#sessions.set(session.id, session);
    this.#parts.log.info({ dj: info.key.djName, sessionId: session.id }, "a DJ has connected");
    this.#parts.onChanged();
    return session;
  }

  /** The account's newest connection. */
  sessionOf(userId: string): DjSession | undefined {
    return this.#connected.findLast(({ info }) => info.key.userId === userId);
  }

  /** Reports a source with a wrong key to the server. */
  recordRefusal(refusal: Refusal): void {
    this.#refusals.report(refusal, { isOnce: false });
  }

  /** Disconnects a DJ and bans their account and address for a while. @returns false when the DJ is not connected */
  kick(sessionId: string): boolean {
    const session = this.#sessions.get(sessionId);
    if (session === undefined) return false;
    this.#refusals.ban({ userId: session.info.key.userId, address: session.info.address });
    this.#cut(session, { reason: "disconnected by the station", fadeMs: CUT_FADE_MS });
    return true;
  }

  /** Disconnects the DJ on air. @returns false when there is none */
  kickOnAir(): boolean {
    const onAir = heardOf(this.#current) ?? this.#current;
    return onAir === null ? false : this.kick(onAir.session.id);
  }

  #takePlayoutEvent(event: PlayoutEvent): void {
    switch (event.kind) {
      case "dj.started":
        return this.#started(event.playId);
      case "dj.ended":
        this.#release(event.playId);
        return this.#check();
      case "dj.failed":
        return this.#failed(event.playId, event.detail);
      case "dj.crashed":
        return this.#plays.get(event.playId)?.end("its audio crashed the engine twice");
      case "dj.silent":
        return this.#silent(event.playId);
      case "dj.postponed":
        return this.#release(event.playId);
      case "changed":
      case "settings.set":
        return undefined;
      default:
        return event satisfies never;
    }
  }

  #started(playId: string): void {
    const session = this.#plays.get(playId);
    if (session === undefined || this.#current?.playId !== playId) return;
    this.#current.isHeard = true;
    this.#current.former = null;
    session.isSilent = false;
    session.failures = 0;
    this.#recordOnAir(session);
    if (session.begunAtMs !== null) return;
    session.begunAtMs = Date.now();
    this.#parts.log.info({ dj: session.info.key.djName }, "a DJ is on air");
    const { begunAtMs: atMs } = session;
    this.#parts.journal.append({ type: "live.began", ...nameOf(session), atMs });
  }

  #failed(playId: string, detail: string): void {
    const session = this.#plays.get(playId);
    this.#release(playId);
    if (session === undefined) return;
    session.failures += 1;
    this.#parts.log.warn({ dj: session.info.key.djName, detail }, "a DJ's audio can't be decoded");
    if (session.failures >= MAX_FAILURES) session.end(detail);
  }

  #silent(playId: string): void {
    const session = this.#plays.get(playId);
    if (session === undefined) return;
    session.isSilent = true;
    this.#parts.log.warn({ dj: session.info.key.djName }, "a DJ on air is silent");
    this.#parts.air.end({ playId, fadeMs: CUT_FADE_MS });
    this.#parts.onChanged();
  }

  close(): void {
    clearInterval(this.#timer);
    for (const session of this.#sessions.values()) {
      const isGone = !session.isConnected;
      session.end("the station was stopped");
      if (isGone) this.#leave(session);
    }
  }

  get #connected(): readonly DjSession[] {
    return [...this.#sessions.values()].filter(({ isConnected }) => isConnected);
  }

  #check(): void {
    for (const session of this.#connected)
      if (session.pauseMs > DEAD_AFTER_MS) session.end("no data for 20 s");
    this.#recordNoSound();
    const next = this.#nextSession();
    if (next !== undefined) this.#begin(next);
    this.#followSlots();
  }

  /** [P58] A DJ without sound from the start must not block the others. */
  #recordNoSound(): void {
    const current = this.#current;
    if (current !== null && this.#parts.air.isHeld) current.sinceMs = performance.now();
    if (current === null || !lacksSound(current)) return;
    current.session.isSilent = true;
    this.#parts.log.warn({ dj: current.session.info.key.djName }, "a DJ has no sound");
    this.#parts.onChanged();
  }

  /** Disconnects DJs whose time is over, and reports absent hosts. */
  #followSlots(): void {
    const { slots, journal } = this.#parts;
    if (this.#current?.isHeard === true) this.#recordOnAir(this.#current.session);
    const absence = slots.findAbsence();
    if (absence !== null) journal.append(absence);
    // Others stay on air until the arriving host can be heard.
    if (slots.begunMsAt(this.#dueAtMs) <= HAND_OVER_MS && isHostComing(this.#connected, this.#turn))
      return;
    for (const session of this.#connected) {
      const reason = whyOver(session, this.#turn);
      if (reason !== null) this.#cut(session, { reason, fadeMs: HAND_OVER_FADE_MS });
    }
  }

  /** [P101] Wall-clock time, in ms, at which sound going on air now reaches listeners: shows start and end by it. */
  get #dueAtMs(): number {
    return Date.now() + Math.max(0, this.#parts.aheadMs());
  }

  #recordOnAir({ info }: DjSession): void {
    this.#parts.slots.recordOnAir({ userId: info.key.userId, nowMs: this.#dueAtMs });
  }

  #nextSession(): DjSession | undefined {
    return this.#parts.air.isHeld ? undefined : chooseDj([...this.#sessions.values()], this.#turn);
  }

  get #turn() {
    const nowMs = this.#dueAtMs;
    const standingOf = ({ info: { key }, connectedAtMs }: DjSession): Standing =>
      this.#parts.slots.standingOf({ userId: key.userId, connectedAtMs, nowMs });
    return { current: this.#current, standingOf };
  }

  #begin(session: DjSession): void {
    if (this.#current?.isHeard === false) this.#release(this.#current.playId);
    const playId = randomUUID();
    const sinceMs = performance.now();
    this.#current = { playId, session, isHeard: false, sinceMs, former: this.#current };
    this.#plays.set(playId, session);
    this.#parts.air.take(session.beginPlay(playId));
    session.openFeed(playId);
    this.#parts.onChanged();
  }

  /** The engine is done with that play. */
  #release(playId: string): void {
    const session = this.#plays.get(playId);
    this.#plays.delete(playId);
    if (this.#current?.playId === playId)
      this.#current = currentAfter(this.#current, (id) => this.#plays.has(id));
    // The session may be returning to air with another play.
    if (session !== undefined && ![...this.#plays.values()].includes(session)) {
      session.closeFeed(this.#parts.air.isHeld);
      if (!session.isConnected) this.#leave(session);
    }
    this.#parts.onChanged();
  }

  #cut(
    session: DjSession,
    { reason, fadeMs }: { readonly reason: string; readonly fadeMs: number },
  ): void {
    session.end(reason);
    const current = this.#current;
    if (current?.former?.session === session)
      this.#parts.air.end({ playId: current.former.playId, fadeMs });
    if (current?.session !== session) return;
    this.#parts.air.end({ playId: current.playId, fadeMs });
    if (!current.isHeard) this.#release(current.playId);
  }

  #closed(session: DjSession): void {
    const { key } = session.info;
    this.#parts.log.info({ dj: key.djName, reason: session.endReason }, "a DJ has disconnected");
    const current = this.#current?.session === session ? this.#current : null;
    const isPlayedOut =
      heardOf(this.#current)?.session === session && this.#nextSession() === undefined;
    // What they sent plays out, unless another DJ takes over.
    if (isPlayedOut) session.finishFeed();
    if (current?.isHeard === false) {
      this.#parts.air.end({ playId: current.playId, fadeMs: 0 });
      this.#release(current.playId);
    }
    if (!isPlayedOut || session.endReason !== null) this.#leave(session);
    this.#parts.onChanged();
    this.#check();
  }

  /** Neither connected nor on air any more. */
  #leave(session: DjSession): void {
    if (!this.#sessions.delete(session.id) || session.begunAtMs === null) return;
    const { endReason: reason } = session;
    const atMs = Date.now();
    this.#parts.journal.append({ type: "live.left", ...nameOf(session), atMs, reason });
  }
}
